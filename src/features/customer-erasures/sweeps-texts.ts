// Takes the texts of invoices whose customer an older process has erased: it took what their columns told, and knew of
// no texts.

import { execute, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { Backfill } from '../../platform/sweeps/backfill.ts'
import { dropTextsOf } from '../invoices/store.ts'

/** As the index `erasures_without_texts` has it. */
const WITHOUT_TEXTS = raw(
  'history_erased_at is not null and texts_erased_at is distinct from coalesce(documents_erased_at, history_erased_at)',
)

export const erasedTexts: Backfill<number> = {
  name: 'erased_texts',
  left: 'erasures that left texts of invoices',
  table: 'customer_erasures',
  lacking: WITHOUT_TEXTS,
  async fill(tx, environmentId, { after = 0, most }) {
    const due = await query<{ id: number }>(
      tx,
      sql`select customer_id as id from customer_erasures
          where environment_id = ${environmentId} and ${WITHOUT_TEXTS} and customer_id > ${after}
          order by customer_id limit ${most} for no key update skip locked`,
    )
    for (const { id } of due) await dropTextsOf(tx, { environment_id: environmentId, id })
    await execute(
      tx,
      sql`update customer_erasures set texts_erased_at = coalesce(documents_erased_at, history_erased_at)
          where environment_id = ${environmentId}
            and customer_id = any(${plain(due.map(({ id }) => id))}::bigint[])`,
    )
    return { found: due.length, last: due.at(-1)?.id }
  },
}
