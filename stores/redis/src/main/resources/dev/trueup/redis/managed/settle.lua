-- KEYS: marker, head, ids, subjects, candidates.
-- ARGV: the marker and the version ('': no head) that the settlement was permitted over, the
-- observed mark, whether the subject stays marked if its mark is still that one, W, B, the
-- subject, then of the new head: version, base, time of the install; how many cells are inside;
-- each of these with its number of changes; the fields of the ids that go with them.
if redis.call('GET', KEYS[1]) ~= ARGV[1] or (redis.call('HGET', KEYS[2], 'v') or '') ~= ARGV[2] then
  return { 'moved' }
end
local expected = {}
local ids = 12 + 2 * tonumber(ARGV[11])
for at = 12, ids - 1, 2 do
  expected[ARGV[at]] = ARGV[at + 1]
end
local inside = {}
local outside = false
for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
  if string.sub(field, 1, 1) == 'n' then
    local cell = string.sub(field, 2)
    if string.sub(cell, 1, 19) < ARGV[5] and string.sub(cell, 20) < ARGV[6] then
      -- Ids only ever join a cell until its subject is settled: the same number, the same ids.
      if redis.call('HGET', KEYS[2], field) ~= expected[cell] then
        return { 'moved' }
      end
      expected[cell] = nil
      inside[#inside + 1] = 'c' .. cell
      inside[#inside + 1] = 'n' .. cell
    else
      outside = true
    end
  end
end
if next(expected) then
  return { 'moved' }
end

local mark = redis.call('HGET', KEYS[2], 'm') or ARGV[3]
local marked = ARGV[4] == '1' or mark ~= ARGV[3]
local refused = try('HSET', KEYS[2],
  'v', ARGV[8], 'b', ARGV[9], 'wf', ARGV[5], 'wb', ARGV[6], 'at', ARGV[10],
  'm', mark, 'k', marked and '1' or '0')
if refused then
  return refused
end
redis.call('HDEL', KEYS[2], 'd', 'f')
drop(KEYS[2], inside)
for from = ids, #ARGV, 1000 do
  drop(KEYS[3], { unpack(ARGV, from, math.min(#ARGV, from + 999)) })
end
local covered = {}
for number = 0, 99 do
  covered[#covered + 1] = 'l' .. string.sub('0' .. number, -2)
end
drop(KEYS[3], covered)
if not outside then
  redis.call('HDEL', KEYS[2], 'w')
end
redis.call('ZADD', KEYS[4], '0', ARGV[7])
if marked or outside then
  redis.call('ZADD', KEYS[5], '0', ARGV[7])
else
  redis.call('ZREM', KEYS[5], ARGV[7])
end
return { 'done' }
