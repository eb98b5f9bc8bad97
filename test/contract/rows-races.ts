// What holds when several do it at once, or while things break.

export const RACE_ROWS = {
  'race one invoice': 'finalize, void, PATCH and pay at once end as one order of them would',
  'race lost updates': 'of changes that name the version they read, none is lost',
  'race first records': 'what does not exist yet is begun once, whoever comes first',
  'race one key': 'every kind of write, many times with one key over two processes: done once',
  'race deadlocks': 'everything at once, in any order: no 5xx and no deadlock',
  'race simulation': 'random sequences, while things break, end as a model says',
} as const
