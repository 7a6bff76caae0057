-- KEYS: the lease. ARGV: who, for how many milliseconds ('0': no longer), whether to take it.
local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then
  if ARGV[2] == '0' then
    redis.call('DEL', KEYS[1])
  else
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end
  return { 'held' }
end
if holder or ARGV[3] ~= 'take' then
  return { 'lost' }
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return { 'held' }
