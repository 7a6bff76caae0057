-- KEYS: marker, head, ids, subjects, candidates. ARGV: the marker, the subject, the version of a
-- new head.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return { 'moved' }
end
local refused = try('HINCRBY', KEYS[2], 'm', '1')
if refused then
  return refused
end
redis.call('HSETNX', KEYS[2], 'v', ARGV[3])
redis.call('HSET', KEYS[2], 'k', '1')
redis.call('ZADD', KEYS[4], '0', ARGV[2])
redis.call('ZADD', KEYS[5], '0', ARGV[2])
return { 'done' }
