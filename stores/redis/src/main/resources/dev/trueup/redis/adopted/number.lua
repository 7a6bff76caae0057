-- KEYS: the key. ARGV: the field, or nothing. Answers what is there, and as what.
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' then
  return { 'none' }
end
if ARGV[1] ~= '' then
  if kind ~= 'hash' then
    return { 'wrong', kind }
  end
  local value = redis.call('HGET', KEYS[1], ARGV[1])
  return value and { 'number', value } or { 'null' }
end
if kind == 'string' then
  return { 'number', redis.call('GET', KEYS[1]) }
end
if kind == 'set' then
  return { 'set', string.format('%d', redis.call('SCARD', KEYS[1])) }
end
return { 'wrong', kind }
