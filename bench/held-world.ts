// One busy tenant and many others on a PostgreSQL of their own, what they send, and what can be held of the busy one.

import pg, { type Pool } from 'pg'
import { openPool } from '../src/platform/db/pool.ts'
import { decodeId } from '../src/platform/ids.ts'
import { createDatabase } from '../test/database.ts'
import { type Process, startProcess } from '../test/process.ts'
import type { HeldRequest } from './held-load.ts'
import { makeTenant, post, type Tenant } from './shares-world.ts'

export interface HeldWorld {
  processes: Process[]
  /** Of the database. */
  url: string
  pool: Pool
  busy: HeldRequest[]
  others: HeldRequest[]
  /** The busy tenant's rows, one of each: who sends what needs it, and the statement that has it. */
  rows: Record<string, { needs: HeldRequest; hold: string; values: unknown[] }>
  stop(): Promise<void>
}

const EACH = 10
const secretKey = 'a secret key for benchmarks, 32 characters and more'

export async function makeHeldWorld(processes: number, others: number): Promise<HeldWorld> {
  const database = await createDatabase()
  const connection = { connectionString: database.url }
  const started: Process[] = []
  const pool = openPool(connection, { size: 2, statementTimeoutMs: 120_000 })
  const stop = async () => {
    for (const each of started) await each.stop()
    await pool.end()
  }
  try {
    for (let count = 0; count < processes; count++) {
      const env = {
        DATABASE_URL: database.url,
        SECRET_KEY: secretKey,
        PORT: '0',
        LOG_LEVEL: 'error',
        RATE_LIMIT_TIER: 'enterprise',
        // All who send are on this machine.
        CONNECTIONS_PER_ADDRESS: '10000',
      }
      started.push(await startProcess(env, ''))
    }
    const url = (started[0] as Process).api.url
    const tenant = (name: string) => makeTenant({ url, secretKey, connection }, name)
    const busy = await busyRequests(url, await tenant('Busy'))
    const lists: HeldRequest[][] = []
    for (let n = 0; n < others; n++)
      lists.push(await otherRequests(url, await tenant(`Other ${n}`)))
    return {
      ...busy,
      processes: started,
      url: database.url,
      pool,
      // First of each one, then of each another: nobody sends two in a row.
      others: [0, 1].flatMap((n) => lists.map((list) => list[n] as HeldRequest)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const LINE = { description: 'Seats', quantity: 3, unit_amount: 1999 }
const METADATA = { tag: '%TAG%' }

const create = (key: string, customer_id: string, line: object = LINE): HeldRequest => ({
  method: 'POST',
  path: '/v1/invoices',
  key,
  body: JSON.stringify({ customer_id, line_items: [line], metadata: METADATA }),
})

async function busyRequests(url: string, { key, environment, create: sent }: Tenant) {
  const customers: string[] = []
  const products: string[] = []
  const drafts: string[] = []
  for (let n = 0; n < EACH; n++) {
    const customer = await post(url, key, '/v1/customers', { name: `Customer ${n}` })
    customers.push(String(customer.id).replace(/^(cus_)?/, 'cus_'))
    products.push(String((await post(url, key, '/v1/products', { name: 'Seat' })).id))
    // Of the customer that is never held.
    drafts.push(String((await post(url, key, '/v1/invoices', JSON.parse(sent))).id))
  }
  const spare = customers.at(-1) as string
  const creates = customers.map((id) => create(key, id))
  const withProduct = products.map((product_id) => create(key, spare, { ...LINE, product_id }))
  const patches = drafts.map((id): HeldRequest => {
    const body = JSON.stringify({ metadata: METADATA })
    return { method: 'PATCH', path: `/v1/invoices/${id}`, key, body }
  })
  const row = (needs: HeldRequest[], hold: string, ...more: unknown[]) => ({
    needs: needs[0] as HeldRequest,
    hold,
    values: [environment, ...more],
  })
  const lock = (table: string, id = '') =>
    `select 1 from ${table} where environment_id = $1 ${id} for update`
  const uuid = (kind: string, id: string) => decodeId(kind, id)
  const keyed = creates.map((each) => ({ ...each, idempotencyKey: 'held' }))
  return {
    busy: creates.flatMap((each, n) => [
      each,
      withProduct[n] as HeldRequest,
      patches[n] as HeldRequest,
    ]),
    rows: {
      counter: row(creates, lock('environment_counters')),
      customer: row(creates, lock('customers', 'and id = $2'), customers[0]?.slice('cus_'.length)),
      invoice: row(patches, lock('invoices', 'and id = $2'), uuid('inv', drafts[0] as string)),
      product: row(
        withProduct,
        lock('products', 'and id = $2'),
        uuid('prod', products[0] as string),
      ),
      key: row(
        keyed,
        `insert into idempotency_keys (environment_id, key, fingerprint, status, created_at)
         values ($1, 'held', '\\x00', 200, now())`,
      ),
    },
  }
}

/** A write and a read. */
async function otherRequests(url: string, tenant: Tenant): Promise<HeldRequest[]> {
  const { key, customerId } = tenant
  const { id } = await post(url, key, '/v1/invoices', JSON.parse(tenant.create))
  return [create(key, customerId), { method: 'GET', path: `/v1/invoices/${id}`, key }]
}

/** Has the row until told to let go. */
export async function hold(
  { url }: Pick<HeldWorld, 'url'>,
  { hold: statement, values }: HeldWorld['rows'][string],
): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  client.on('error', () => undefined) // its database is dropped, since the run broke
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  return () => client.end()
}
