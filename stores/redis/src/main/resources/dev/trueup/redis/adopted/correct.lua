-- KEYS: the key. ARGV: the field or nothing, what is done ('add', 'set', 'unset'), the value that
-- has to stand there ('' with add: any), the amount or the value. A subject that is not there is
-- never made; nothing but 'set' of a field that is missing writes a value that was not added to.
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then
  return { 'changed', 'the key is gone' }
end
local field = ARGV[1]
if kind ~= (field == '' and 'string' or 'hash') then
  return { 'refused', 'the key is a ' .. kind }
end
local current
if field == '' then
  current = redis.call('GET', KEYS[1])
else
  current = redis.call('HGET', KEYS[1], field)
end
if ARGV[2] == 'set' then
  if current then
    return { 'changed', 'it has a value by now' }
  end
  local refused = redis.pcall('HSET', KEYS[1], field, ARGV[4])
  if type(refused) == 'table' and refused.err then
    return { 'refused', refused.err }
  end
  return { 'written' }
end
if not current then
  return { 'changed', 'the field is gone' }
end
if ARGV[3] ~= '' and current ~= ARGV[3] then
  return { 'changed', 'it is ' .. current .. ' by now' }
end
if ARGV[2] == 'unset' then
  redis.call('HDEL', KEYS[1], field)
  return { 'written' }
end
local reply
if field == '' then
  reply = redis.pcall('INCRBY', KEYS[1], ARGV[4])
else
  reply = redis.pcall('HINCRBY', KEYS[1], field, ARGV[4])
end
if type(reply) == 'table' and reply.err then
  if string.find(reply.err, 'overflow', 1, true) then
    return { 'overflow', 'the sum would pass 64 bits' }
  end
  return { 'refused', reply.err }
end
return { 'written' }
