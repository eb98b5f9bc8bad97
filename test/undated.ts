// Entries of the ledger as an older process leaves them: without their day.

import type { Pool } from 'pg'

/** Takes the day from the entries that lie on it, or from the latest, and keeps the sweep from them meanwhile. */
export async function holdUndated<T>(
  pool: Pool,
  work: () => Promise<T>,
  createdAt?: string,
): Promise<T> {
  const entries = `environment_id = 1 and created_at = coalesce($1::timestamptz,
    (select max(created_at) from ledger_entries where environment_id = 1))`
  const client = await pool.connect()
  try {
    for (let held = 0; held === 0; ) {
      await client.query('rollback')
      await client.query(`update ledger_entries set day = null where ${entries}`, [createdAt])
      await client.query('begin; set local idle_in_transaction_session_timeout = 0')
      // Unless the sweep has been quicker.
      const { rows } = await client.query(
        `select from ledger_entries where ${entries} and day is null for no key update`,
        [createdAt],
      )
      held = rows.length
    }
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}
