// A process that creates and finalizes many invoices in bulk, and dies at its fault point: `bulk-run.ts <count>`.

import { openPool } from '../../src/platform/db/pool.ts'
import { invoicesOf, laneOn } from '../bulk-world.ts'

const connection = { connectionString: process.env.DATABASE_URL as string }
const options = { size: 2, lockTimeoutMs: 1_000, byKeyOnly: true }
const [pool, bulkPool] = [openPool(connection, options), openPool(connection, options)]
const { rows } = await pool.query<{ id: number }>(
  'select id from customers where environment_id = 1 order by id',
)
const lane = laneOn(pool, { bulkPool })
const customers = rows.map(({ id }) => Number(id))
let done = 0
// Chunks of fifty, so that a run has several.
for await (const chunk of lane.bulk(1, invoicesOf(1, customers, Number(process.argv[2])), {
  most: 50,
}))
  done += chunk.filter(({ outcome }) => outcome.ok).length
await lane.close()
await Promise.all([pool.end(), bulkPool.end()])
process.stdout.write(`${done}\n`)
