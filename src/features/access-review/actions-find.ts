// Finds what descends from test keys, account by account.

import type { Db } from '../../platform/db/sql.ts'
import { type Descendant, traceTestKeys } from './actions.ts'
import {
  type LiveAccount,
  listActs,
  listLiveAccounts,
  listSubjects,
  testKeyActed,
} from './store.ts'

/** What still lets somebody in, or was set, on behalf of a test key of an account. */
export async function findDescendants(
  db: Db,
  account: LiveAccount,
  now: number,
): Promise<Descendant[]> {
  if (!(await testKeyActed(db, account))) return []
  const subjects = await listSubjects(db, account.environment_id, now)
  return traceTestKeys(await listActs(db, account, subjects), subjects)
}

/** The same of every account, without those that have nothing. */
export async function findAllDescendants(
  db: Db,
  now: number,
): Promise<(LiveAccount & { descendants: Descendant[] })[]> {
  const found = []
  for (const account of await listLiveAccounts(db)) {
    const descendants = await findDescendants(db, account, now)
    if (descendants.length > 0) found.push({ ...account, descendants })
  }
  return found
}

const DONE: Record<Descendant['reason'], string> = {
  invited: 'was invited',
  role: 'was given another role',
  password: 'has a password that was set by a link made',
  created: 'was made',
  changed: 'was changed',
  settings: 'were changed: check the bank details',
}

/** One of them in a sentence. */
export function tellDescendant({ object_id, name, reason, actor, test_key }: Descendant): string {
  const by = actor === test_key ? `by the test key ${actor}` : `by ${actor}, after ${test_key}`
  return `${name} (${object_id}) ${DONE[reason]} ${by}`
}
