// Verification's report of the last comparison with each gateway. No gateway is called: the books are read in one snapshot.

import { query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'

/** All zeros stand for the simulated gateway. */
const nameOf = (id: string): string =>
  /[1-9a-f]/.test(id) ? `gateway ${encodeId('gw', id)}` : 'the simulated gateway'

/** What comparisons with gateways found last. The books can be in order although a gateway has something else. */
export interface Reconciled {
  compared: number
  open_differences: number
  /** The first differences, after gateways that refused or did not respond: one sentence each. */
  examples: string[]
}

export async function findReconciled(
  tx: Tx,
  environmentId: number,
  examplesMost: number,
): Promise<Reconciled> {
  const compared = await query<{ id: string; compared: number; error: string | null }>(
    tx,
    sql`select r.id, r.compared, r.error from reconciliations r
        where r.environment_id = ${environmentId} order by r.id`,
  )
  const open = await query<{
    payment_id: string
    kind: string
    here: string
    there: string
    total: number
  }>(
    tx,
    sql`select d.payment_id, d.kind, format('%s %s', d.amount_here, d.currency) as here,
               format('%s %s', d.amount_there, d.currency_there) as there, count(*) over () as total
        from reconciliation_differences d
        where d.environment_id = ${environmentId} and d.resolved_at is null
        order by d.created_at, d.id limit ${examplesMost}`,
  )
  const silent = compared.flatMap(({ id, error }) =>
    error === null ? [] : [`${nameOf(id)} was not compared to the end: ${error}`],
  )
  const differing = open.map(
    ({ payment_id, kind, here, there }) =>
      `${kind === 'refunds_differ' ? 'refunds of ' : ''}payment ${encodeId('pay', payment_id)} ${kind === 'refunds_differ' ? 'are' : 'has'} ${here} here and ${there} at the gateway (${kind})`,
  )
  return {
    compared: compared.reduce((sum, each) => sum + each.compared, 0),
    open_differences: open[0]?.total ?? 0,
    examples: [...silent, ...differing].slice(0, examplesMost),
  }
}
