-- KEYS: marker. ARGV: window in milliseconds. Answers the marker that stands then.
local known = redis.call('GET', KEYS[1])
if known then
  return { 'marker', known }
end
-- Before 7.0 a script that asked for the time may write only where its effects are replicated.
if redis.replicate_commands then
  redis.replicate_commands()
end
local time = redis.call('TIME')
local marker = time[1] .. string.rep('0', 6 - #time[2]) .. time[2] .. ':' .. ARGV[1]
local refused = try('SET', KEYS[1], marker)
if refused then
  return refused
end
return { 'marker', marker }
