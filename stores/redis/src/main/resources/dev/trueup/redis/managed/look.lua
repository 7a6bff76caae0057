-- KEYS: marker, head, ids. Answers everything of one subject, as of one moment.
return {
  'look',
  redis.call('TIME'),
  redis.call('GET', KEYS[1]) or '',
  redis.call('HGETALL', KEYS[2]),
  redis.call('HGETALL', KEYS[3]),
}
