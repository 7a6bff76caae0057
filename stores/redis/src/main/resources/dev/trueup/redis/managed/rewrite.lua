-- KEYS: marker, head, ids, subjects, candidates.
-- ARGV: the marker and the version ('': no head) that are to be found, the subject, what else
-- happens ('forget': cells and ids go, 'mark': the mark is raised, ''), how many arguments are
-- fields that are set with their values, these, the fields that go.
if redis.call('GET', KEYS[1]) ~= ARGV[1] or (redis.call('HGET', KEYS[2], 'v') or '') ~= ARGV[2] then
  return { 'moved' }
end
local gone = 6 + tonumber(ARGV[5])
local refused = try('HSET', KEYS[2], unpack(ARGV, 6, gone - 1))
if refused then
  return refused
end
drop(KEYS[2], { unpack(ARGV, gone) })
if ARGV[4] == 'forget' then
  local cells = { 'q', 'w' }
  for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
    local first = string.sub(field, 1, 1)
    if #field > 1 and (first == 'c' or first == 'n') then
      cells[#cells + 1] = field
    end
  end
  drop(KEYS[2], cells)
  redis.call('UNLINK', KEYS[3])
  redis.call('ZREM', KEYS[5], ARGV[3])
elseif ARGV[4] == 'mark' then
  redis.call('HINCRBY', KEYS[2], 'm', '1')
  redis.call('HSET', KEYS[2], 'k', '1')
  redis.call('ZADD', KEYS[5], '0', ARGV[3])
end
redis.call('ZADD', KEYS[4], '0', ARGV[3])
return { 'done' }
