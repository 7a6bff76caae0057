-- Put before every script. A script does not roll back, so whatever can fail comes before its
-- first write: types are looked at here, versions compared by each script, and the first write of
-- all is made through try(), as a server without memory left refuses that one or none.
-- Amounts, marks and versions stay text; HINCRBY adds where the server counts in 64 bits.
local KIND = { m = 'string', h = 'hash', i = 'hash', s = 'zset', c = 'zset' }

-- The key of another type than it has to be, if there is one. Names end in {counter:bucket}:x or
-- {counter:bucket}:x:subject, where x tells the type.
local function wrong()
  for _, key in ipairs(KEYS) do
    local after = string.find(key, '}', 1, true)
    local wanted = KIND[string.sub(key, after + 2, after + 2)]
    local found = redis.call('TYPE', key).ok
    if found ~= 'none' and found ~= wanted then
      return { 'type', key, found, wanted }
    end
  end
  return nil
end

-- A write that may be refused: the refusal, or nothing.
local function try(...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err then
    -- Before 7.0 the place in the script stands before the code of the error.
    return { err = string.match(reply.err, '^@user_script: %d+: %-(.*)$') or reply.err }
  end
  return nil
end

local function drop(key, fields)
  for from = 1, #fields, 1000 do
    redis.call('HDEL', key, unpack(fields, from, math.min(from + 999, #fields)))
  end
end

local bad = wrong()
if bad then
  return bad
end
