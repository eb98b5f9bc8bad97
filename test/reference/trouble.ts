// Failures that no request can cause: a key in use, no quota, a bug, no database.

import type { Answer } from '../client.ts'
import type { World } from '../harness.ts'

/** Causes the failure, sends the request during it (with another key, if given), and ends it. */
export type During = (world: World, send: (key?: string) => Promise<Answer>) => Promise<Answer>

/** The key has one scope only. */
export const withOnly =
  (scope: string): During =>
  async ({ key }, send) =>
    send(await key({ scopes: [scope] }))

/** The account rejects finalize while seller details are missing. */
export const whileRefusing: During = async ({ api }, send) => {
  const before = (await api.get('/v1/account')).body
  const none = { legal_name: null, address_line1: null, reply_to: null, email: null }
  await api.patch('/v1/account', { body: { ...none, incomplete_seller: 'refuse' } })
  try {
    return await send()
  } finally {
    const { legal_name, address_line1, reply_to, email } = before
    const body = { legal_name, address_line1, reply_to, email, incomplete_seller: 'warn' }
    await api.patch('/v1/account', { body })
  }
}

/** A setting has one value during the request, and another one again afterwards. */
const withSetting =
  (during: object, afterwards: object): During =>
  async ({ api }, send) => {
    await api.patch('/v1/account', { body: during })
    try {
      return await send()
    } finally {
      await api.patch('/v1/account', { body: afterwards })
    }
  }

export const withBooksClosed = withSetting(
  { books_closed_until: '2026-10-31' },
  { books_closed_until: null },
)

export const withVoidForbidden = withSetting(
  { void_invoices: 'forbid' },
  { void_invoices: 'allow' },
)

export const withLiveKey: During = ({ keys }, send) => send(keys.live)

/** Another process advances the clock of this environment. */
/** An environment with the maximum number of endpoints. */
export const whileEndpointsAreFull: During = async ({ sql }, send) => {
  const add = (count: number) =>
    sql(
      'update environment_counters set webhook_endpoints_count = webhook_endpoints_count + $1 where environment_id = 1',
      [count],
    )
  const [row] = await sql<{ missing: number }>(
    'select 50 - webhook_endpoints_count::int as missing from environment_counters where environment_id = 1',
  )
  await add(row?.missing ?? 0)
  const sent = await send()
  await add(-(row?.missing ?? 0))
  return sent
}

export const whileClockAdvances: During = async ({ sql }, send) => {
  await sql(`update test_clocks set status = 'advancing', from_at = '2100-01-01Z',
    target_at = '2105-01-01Z', lease_token = '00000000-0000-7000-8000-000000000000',
    lease_until = '2999-01-01Z' where environment_id = 1`)
  try {
    return await send()
  } finally {
    await sql(`update test_clocks set status = 'ready', lease_token = null, lease_until = null
      where environment_id = 1`)
  }
}

/** This environment is being erased. */
export const whileResetting: During = async ({ sql }, send) => {
  await sql('update environment_counters set resetting = true where environment_id = 1')
  try {
    return await send()
  } finally {
    await sql('update environment_counters set resetting = false where environment_id = 1')
  }
}

/** Another process has claimed the key and not yet committed. */
export const whileKeyIsHeld =
  (key: string): During =>
  async ({ pool }, send) => {
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query(
        `insert into idempotency_keys (environment_id, key, fingerprint, status, created_at)
         values (1, $1, '\\x00', 201, now())`,
        [key],
      )
      return await send()
    } finally {
      await other.query('rollback')
      other.release()
    }
  }

/** The account is on the standard tier and has used it up. */
export const withoutQuota: During = async ({ key, sql }, send) => {
  await sql(`update accounts set tier = 'standard' where id = 1`)
  try {
    const fresh = await key()
    let answer = await send(fresh)
    for (let sent = 0; sent < 200 && answer.status === 200; sent++) answer = await send(fresh)
    return answer
  } finally {
    await sql(`update accounts set tier = 'enterprise' where id = 1`)
  }
}

/** A table is missing, which no code expects. */
export const asInternalFault: During = async ({ sql }, send) => {
  await sql('alter table products rename to products_elsewhere')
  try {
    return await send()
  } finally {
    await sql('alter table products_elsewhere rename to products')
  }
}

/** The database has closed all connections and accepts none. */
export const duringOutage: During = async ({ pool }, send) => {
  const client = await pool.connect()
  try {
    const { rows } = await client.query('select current_database() as name')
    const limit = (most: number) =>
      client.query(`alter database ${rows[0].name} connection limit ${most}`)
    await limit(0)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    try {
      return await send()
    } finally {
      await limit(-1)
    }
  } finally {
    client.release()
  }
}
