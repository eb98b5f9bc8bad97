// Links that let somebody in and were made by a test key, when that was possible: void from the first
// start of this version on. Not a migration, since IDs in the audit log are spelled in a way that SQL does
// not know; and done at each start, since a process of an older version may have gone on beside it.

import type { Pool } from 'pg'
import { recordCommand } from '../cli/recorded.ts'
import { listOpenLinks, voidLinks } from '../features/access-review/store.ts'
import { memberRef } from '../features/members/store.ts'
import { transaction } from '../platform/db/pool.ts'

/** Voids them, and writes down which; answers how many. */
export async function voidLinksOfTestKeys(pool: Pool): Promise<number> {
  const open = await listOpenLinks(pool)
  const ids = open.filter(({ actor }) => actor?.startsWith('svc_test_')).map(({ id }) => id)
  if (ids.length === 0) return 0
  return transaction(pool, async (tx) => {
    const voided = await voidLinks(tx, ids)
    for (const { environment_id, member_id } of voided) {
      await recordCommand(tx, environment_id, 'voidLink', memberRef(member_id))
    }
    return voided.length
  })
}
