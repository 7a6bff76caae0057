-- KEYS: marker, candidates. ARGV: the marker that is to be replaced, the new one.
-- Cells of the old windows would mean something else in the new ones.
if redis.call('ZCARD', KEYS[2]) > 0 then
  return { 'cells' }
end
if redis.call('GET', KEYS[1]) == ARGV[1] then
  local refused = try('SET', KEYS[1], ARGV[2])
  if refused then
    return refused
  end
end
return { 'marker', redis.call('GET', KEYS[1]) or '' }
