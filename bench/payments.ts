// Payments per second: payments of one smallest unit on finalized invoices of one environment.

import { encodeId } from '../src/platform/ids.ts'
import type { Bench, Figure } from './bench.ts'
import { load } from './load.ts'
import { type RequestFile, writeRequests } from './requests.ts'
import { hotEnvironment } from './seed.ts'
import { costedLoad, MAIN, Series } from './series.ts'
import { asSuperuser } from './server.ts'
import { keyOf, type World } from './world.ts'
import { loadFinalizes } from './writes.ts'

/** Enough invoices that none is paid in full, and few batches contain one twice. */
const INVOICES = 2_000
const OVER = `${MAIN} connections`

export async function measurePayments(bench: Bench, world: World): Promise<Figure[]> {
  const requests = await paymentRequests(bench, world)
  const series = new Series()
  await load(bench, world.server.url, requests, { connections: MAIN, seconds: 1 })
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`payments, round ${round + 1} of ${bench.rounds}`)
    const options = { connections: MAIN, seconds: bench.seconds }
    series.add(OVER, await costedLoad(bench, world, requests, options))
  }
  const about = 'payments recorded in one environment'
  const [server] = series.costs('payments', about, OVER, OVER)
  return [
    { name: 'payments', about: `${about}, ${OVER}`, unit: '/s', values: series.values(OVER) },
    ...(server ? [server] : []),
  ]
}

/** Payments on invoices that the product finalizes first. */
async function paymentRequests(bench: Bench, world: World): Promise<RequestFile> {
  const environment = hotEnvironment(world.tenants)
  await loadFinalizes(bench, world)
  const { rows } = await asSuperuser(world.server, world.server.connection.database, (client) =>
    client.query<{ id: string }>(
      `select id from invoices where environment_id = $1 and status = 'posted' limit ${INVOICES}`,
      [environment],
    ),
  )
  const requests = rows.map(({ id }) => ({
    method: 'POST' as const,
    path: '/v1/payments',
    key: keyOf(world.keys, environment),
    body: {
      invoice_id: encodeId('inv', id),
      amount: 1,
      currency: 'cad',
      method: 'bank_transfer',
    },
  }))
  return writeRequests(bench.folder, 'payments', 'random', requests)
}
