// Two tenants: a light one that is measured, and a heavy one with as much as the limits allow.

import { createAccount } from '../src/features/accounts/create.ts'
import { createKey } from '../src/features/api-keys/generate.ts'
import { openPool } from '../src/platform/db/pool.ts'
import type { Server } from './server.ts'
import type { LoadRequest } from './shares-load.ts'

export interface Tenant {
  key: string
  customerId: string
  /** The body of a small invoice. */
  create: string
}

export interface Shares {
  url: string
  light: Tenant
  heavy: Tenant
  /** The heavy tenant's invoices of 250 lines, and the body of one. */
  bigIds: string[]
  big: string
}

export interface Requests {
  connections: number
  requests: LoadRequest[]
}

/** The heavy tenant's load, with everything it needs created first. */
export type Load = (shares: Shares) => Promise<Requests>

const get = (connections: number, ...paths: string[]): Requests => ({
  connections,
  requests: paths.map((path) => ({ method: 'GET', path })),
})
const DUE_INVOICES = 1_200
const ERASED = { customers: 4, invoices: 60 }

export const LOADS: Record<string, Load> = {
  pages: async () => get(24, '/v1/invoices?limit=100'),
  csv: async () => get(12, '/v1/invoices.csv'),
  pdf: async ({ bigIds }) => get(24, ...bigIds.map((id) => `/v1/invoices/${id}/pdf`)),
  search: async () => get(24, '/v1/search?q=a', '/v1/search?q=n', '/v1/search?q=c'),
  verification: async () => get(8, '/v1/ledger/verification'),
  summary: async () => get(24, '/v1/summary', '/v1/ledger/receivables_aging'),
  reads: async ({ bigIds }) => get(48, ...bigIds.map((id) => `/v1/invoices/${id}`)),
  creates: async ({ big }) => ({
    connections: 24,
    requests: [{ method: 'POST', path: '/v1/invoices', body: big }],
  }),
  clock: async (shares) => {
    const to = new Date(Date.now() + 50 * 365 * 86_400_000).toISOString()
    await post(shares.url, shares.heavy.key, '/v1/test_clock/advance', { to })
    return get(1, '/v1/test_clock?wait=30')
  },
  erasure: async ({ url, heavy }) => {
    for (let each = 0; each < ERASED.customers; each++) {
      const { id } = await post(url, heavy.key, '/v1/customers', { name: `Erased ${each}` })
      await all(ERASED.invoices, 8, async () => {
        const draft = await post(url, heavy.key, '/v1/invoices', bigInvoice(String(id)))
        await post(url, heavy.key, `/v1/invoices/${draft.id}/void`, {})
      })
      await post(url, heavy.key, `/v1/customers/${id}/erase`, {})
    }
    return get(1, '/v1/customers?limit=1')
  },
}

export async function makeShares(
  server: Server,
  wanted: string[],
  invoices: number,
): Promise<Shares> {
  const { url } = server
  const light = await makeTenant(server, 'Light')
  const heavy = await makeTenant(server, 'Heavy')
  // First, since lists begin with the newest objects.
  if (wanted.includes('clock')) await makeDue(url, heavy)
  const big = bigInvoice(heavy.customerId)
  const made = await all(invoices, 8, () => post(url, heavy.key, '/v1/invoices', big))
  if (wanted.includes('search')) {
    await all(2_000, 16, (n) =>
      post(url, heavy.key, '/v1/customers', { name: `Nord ${n} Company ${n % 7}`, city: 'Ajax' }),
    )
  }
  return { url, light, heavy, bigIds: made.map(({ id }) => String(id)), big: JSON.stringify(big) }
}

/** Invoices that will fall due: one half on one day, the others each on a different day. */
async function makeDue(url: string, { key, customerId }: Tenant): Promise<void> {
  await all(DUE_INVOICES, 16, async (n) => {
    const days = n % 2 === 0 ? 40 : 40 + n
    const due_date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const { id } = await post(url, key, '/v1/invoices', { ...small(customerId), due_date })
    await post(url, key, `/v1/invoices/${id}/finalize`, {})
  })
}

async function makeTenant(server: Server, name: string): Promise<Tenant> {
  const pool = openPool(server.connection, { size: 1 })
  const at = Date.now()
  try {
    const terms = { default_currency: 'cad', payment_terms_days: 30, time_zone: 'America/Toronto' }
    const account = await createAccount(pool, name, { tier: 'enterprise', ...terms }, at)
    const spec = { mode: 'test' as const, name: 'bench', scopes: ['*'], expires_at: null }
    const environment_id = account.environments.test
    const secret = Buffer.from(server.secretKey, 'utf8')
    const { text: key } = await createKey(pool, secret, { environment_id, ...spec }, at)
    const { id } = await post(server.url, key, '/v1/customers', { name, email: 'a@example.com' })
    const customerId = String(id)
    return { key, customerId, create: JSON.stringify(small(customerId)) }
  } finally {
    await pool.end()
  }
}

const small = (customer_id: string) => ({
  customer_id,
  line_items: [{ description: 'Seats', quantity: 3, unit_amount: 1999 }],
})

/** As large as an invoice can be: 250 lines of 500 characters, each of four bytes. */
const bigInvoice = (customer_id: string) => ({
  customer_id,
  line_items: Array.from({ length: 250 }, (_, n) => ({
    description: `${n} ${'🧾'.repeat(490)}`,
    quantity: n + 1,
    unit_amount: 1999,
  })),
})

async function post(
  url: string,
  key: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

async function all<T>(
  count: number,
  atOnce: number,
  make: (n: number) => Promise<T>,
): Promise<T[]> {
  const made: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) made.push(await make(next++))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return made
}
