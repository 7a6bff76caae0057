-- KEYS: marker, head, ids, subjects, candidates.
-- ARGV: the marker and the version that the changes were judged by ('?': judge by what is found;
-- '': there was no head), the sequence that may not have moved since ('': it may), whether a
-- reading is asked for, whether an amount is large, the subject; then for each change: what it
-- is, its id, its text, its cell, its amount.
local READING = ARGV[4] == '1'

local function asJudged()
  if ARGV[2] == '?' or redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return false
  end
  if (redis.call('HGET', KEYS[2], 'v') or '') ~= ARGV[2] then
    return false
  end
  if ARGV[3] ~= '' then
    return (redis.call('HGET', KEYS[2], 'q') or '0') == ARGV[3]
  end
  -- Large amounts are about: whether the reading fits has to be known before anything is written.
  return not (READING and redis.call('HGET', KEYS[2], 'w'))
end

if not asJudged() then
  local known = {}
  for at = 7, #ARGV, 5 do
    known[#known + 1] = redis.call('HGET', KEYS[3], 'i' .. ARGV[at + 1]) or ''
  end
  return {
    'look',
    redis.call('TIME'),
    redis.call('GET', KEYS[1]) or '',
    redis.call('HGETALL', KEYS[2]),
    known,
  }
end

local results = {}
local applied = false
local covered = false
for at = 7, #ARGV, 5 do
  local id, text, cell = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  if ARGV[at] == 'covered' then
    local refused = try('HINCRBY', KEYS[2], 'm', '1')
    if refused then
      return refused
    end
    redis.call('HSET', KEYS[2], 'k', '1')
    local mark = redis.call('HGET', KEYS[2], 'm')
    redis.call('HSET', KEYS[3], 'l' .. string.sub('0' .. mark, -2), text)
    covered = true
    results[#results + 1] = 'C'
  else
    local known = redis.call('HGET', KEYS[3], 'i' .. id)
    if known then
      results[#results + 1] = 'K' .. known
    else
      local refused = try('HINCRBY', KEYS[2], 'c' .. cell, ARGV[at + 4])
      if not refused then
        redis.call('HINCRBY', KEYS[2], 'n' .. cell, '1')
        redis.call('HSET', KEYS[3], 'i' .. id, text)
        applied = true
        results[#results + 1] = 'A'
      elseif string.find(refused.err, 'overflow', 1, true) then
        results[#results + 1] = 'O'
      else
        return refused
      end
    end
  end
end
if applied then
  redis.call('HINCRBY', KEYS[2], 'q', '1')
  if ARGV[5] == '1' then
    redis.call('HSET', KEYS[2], 'w', '1')
  end
end
if applied or covered then
  redis.call('ZADD', KEYS[5], '0', ARGV[6])
end
return {
  'done',
  redis.call('TIME'),
  results,
  READING and redis.call('HGETALL', KEYS[2]) or {},
}
