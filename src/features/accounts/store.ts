// Accounts and their environments: who bills, with which settings, and the counters of each side.

import type {
  Action as AnyAction,
  Environment,
  EnvironmentTable,
} from '../../platform/db/action.ts'
import { type Db, execute, join, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { Work as AnyWork } from '../../platform/db/work.ts'
import type { Write as AnyWrite } from '../../platform/http/write.ts'

export type Tier = 'standard' | 'pro' | 'enterprise'
export const TIERS = ['standard', 'pro', 'enterprise'] as const

export interface Account {
  id: number
  name: string
  tier: Tier
  /** Requests a minute of an enterprise account; null is unlimited. */
  tier_limit: number | null
  default_currency: string
  payment_terms_days: number
  time_zone: string
  created_at: number
}

/** An environment as the write path sees it, with the settings of its account. */
export interface BillingEnvironment extends Environment {
  account_name: string
  mode: 'test' | 'live'
  default_currency: string
  payment_terms_days: number
  time_zone: string
}

export type Action<I> = AnyAction<I, BillingEnvironment>
export type Work = AnyWork<BillingEnvironment>
export type Write = AnyWrite<BillingEnvironment>

const COUNTERS = [
  'event_sequence',
  'draft_number',
  'invoice_number',
  'customers_count',
  'products_count',
  'invoices_count',
  'webhook_endpoints_count',
  'webhook_deliveries_count',
] as const

type LockedEnvironment = Omit<BillingEnvironment, 'counters'> &
  Record<(typeof COUNTERS)[number], number>

/** The counter rows: the last lock of every write. */
export const environments: EnvironmentTable<BillingEnvironment> = {
  async lock(tx, environmentIds) {
    const rows = await query<LockedEnvironment>(
      tx,
      sql`select c.environment_id, c.clock_ahead_ms, e.mode, a.name as account_name,
                 a.default_currency, a.payment_terms_days, a.time_zone,
                 ${raw(COUNTERS.map((name) => `c.${name}`).join(', '))}
          from environment_counters c
          join environments e on e.id = c.environment_id
          join accounts a on a.id = e.account_id
          where c.environment_id = any(${plain(environmentIds)}::int[])
          order by c.environment_id for no key update of c`,
    )
    return rows.map(({ event_sequence, ...row }) => ({
      ...row,
      counters: { ...pickCounters(row), event_sequence },
    }))
  },

  save(tx, saved) {
    const columns = COUNTERS.map(
      (name) => sql`${plain(saved.map(({ counters }) => counters[name] ?? 0))}::bigint[]`,
    )
    return execute(
      tx,
      sql`update environment_counters c
          set ${raw(COUNTERS.map((name) => `${name} = s.${name}`).join(', '))}
          from unnest(${plain(saved.map(({ environment_id }) => environment_id))}::int[],
                      ${join(columns, ', ')})
            as s (environment_id, ${raw(COUNTERS.join(', '))})
          where c.environment_id = s.environment_id`,
    )
  },
}

function pickCounters(row: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(COUNTERS.map((name) => [name, row[name] as number]))
}

/**
 * Makes the one installation row, if there is none, and locks it: of processes that start together
 * one goes first. Answers the check of the secret it was made with.
 */
export async function lockInstallation(db: Db, secretCheck: string): Promise<string> {
  await execute(
    db,
    sql`insert into installation
          (id, secret_check, next_account_id, next_environment_id, next_customer_id)
        values (1, ${secretCheck}, 1, 1, 1001) on conflict do nothing`,
  )
  const rows = await query<{ secret_check: string }>(
    db,
    sql`select secret_check from installation where id = 1 for update`,
  )
  return rows[0]?.secret_check ?? ''
}

/** The check of the secret this database was made with; undefined while it is empty. */
export async function findSecretCheck(db: Db): Promise<string | undefined> {
  const rows = await query<{ secret_check: string }>(
    db,
    sql`select secret_check from installation where id = 1`,
  )
  return rows[0]?.secret_check
}

/** The next ids of accounts and environments; the row lock makes concurrent creates take turns. */
export async function takeAccountIds(
  tx: Db,
): Promise<{ accountId: number; environmentIds: [number, number] }> {
  const rows = await query<{ account: number; environment: number }>(
    tx,
    sql`update installation
        set next_account_id = next_account_id + 1, next_environment_id = next_environment_id + 2
        where id = 1
        returning next_account_id - 1 as account, next_environment_id - 2 as environment`,
  )
  const row = rows[0]
  if (!row) throw new Error('The installation row is missing; start the service once first.')
  return { accountId: row.account, environmentIds: [row.environment, row.environment + 1] }
}

export async function insertAccount(
  tx: Db,
  account: Account,
  environmentIds: readonly [number, number],
): Promise<void> {
  const at = new Date(account.created_at)
  const [test, live] = environmentIds
  await execute(
    tx,
    sql`insert into accounts (id, name, tier, tier_limit, default_currency, payment_terms_days,
                              time_zone, created_at)
        values (${account.id}, ${account.name}, ${account.tier}, ${account.tier_limit},
                ${account.default_currency}, ${account.payment_terms_days}, ${account.time_zone},
                ${at})`,
  )
  await execute(
    tx,
    sql`insert into environments (id, account_id, mode, created_at)
        values (${test}, ${account.id}, 'test', ${at}), (${live}, ${account.id}, 'live', ${at})`,
  )
  await execute(
    tx,
    sql`insert into environment_counters (environment_id) values (${test}), (${live})`,
  )
}

export function listAccounts(db: Db): Promise<Account[]> {
  return query<Account>(
    db,
    sql`select id, name, tier, tier_limit, default_currency, payment_terms_days, time_zone,
               created_at
        from accounts order by id`,
  )
}

export async function updateTier(
  db: Db,
  accountId: number,
  tier: Tier,
  limit: number | null,
): Promise<boolean> {
  const changed = await execute(
    db,
    sql`update accounts set tier = ${tier}, tier_limit = ${limit} where id = ${accountId}`,
  )
  return changed === 1
}

export async function findEnvironment(
  db: Db,
  accountId: number,
  mode: 'test' | 'live',
): Promise<{ id: number; mode: 'test' | 'live' } | undefined> {
  const rows = await query<{ id: number; mode: 'test' | 'live' }>(
    db,
    sql`select id, mode from environments where account_id = ${accountId} and mode = ${mode}`,
  )
  return rows[0]
}
