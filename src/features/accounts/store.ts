// Accounts and their environments, with settings and counters.

import { billingError } from '../../domain/errors.ts'
import { COUNTED } from '../../domain/resource-lists.ts'
import type { Action as AnyAction } from '../../platform/db/action.ts'
import type { Heads, StoredHead } from '../../platform/db/chain-heads.ts'
import { given, inEnvironments } from '../../platform/db/given.ts'
import { locking } from '../../platform/db/keyed.ts'
import { type Db, execute, plain, query, raw, sql, unseen } from '../../platform/db/sql.ts'
import type { Environment, EnvironmentTable, Tx } from '../../platform/db/table.ts'
import type { Work as AnyWork } from '../../platform/db/work.ts'
import type { Write as AnyWrite } from '../../platform/http/write.ts'

export type Tier = 'standard' | 'pro' | 'enterprise'
export const TIERS = ['standard', 'pro', 'enterprise'] as const

export interface Account {
  id: number
  name: string
  tier: Tier
  /** Requests per minute of an enterprise account; null is unlimited. */
  tier_limit: number | null
  default_currency: string
  payment_terms_days: number
  time_zone: string
  created_at: number
}

/** An environment as the write path sees it, with its settings. */
export interface BillingEnvironment extends Environment {
  account_name: string
  /** The public URL of this service; hosted pages are below it. */
  public_url: string
  /** The sender address, and whether mails are sent; test environments never send any. */
  mail_from: string
  sends_mail: boolean
  has_mail_server: boolean
  mode: 'test' | 'live'
  /** True while the environment is being erased; nothing is written to it meanwhile. */
  resetting: boolean
  default_currency: string
  payment_terms_days: number
  time_zone: string
  language: string
  /** Days from the due date on which to send reminders, ascending; empty means never. */
  reminder_days: number[]
  /** Settings that only documents show, as JSON text: parsed only when a document is finalized. */
  profile: string
  /** Tax settings of the account, as JSON text. */
  tax: string
  /** The active payment gateways, as JSON text. */
  active_gateways: string
}

export type Action<I, F = void> = AnyAction<I, BillingEnvironment, F>
export type Work = AnyWork<BillingEnvironment>
export type Write = AnyWrite<BillingEnvironment>

/** The columns of the counter row. */
export const COUNTERS: readonly string[] = [
  ...['event_sequence', 'draft_number', 'invoice_number', 'credit_note_number'],
  ...COUNTED.map(({ counter }) => counter),
]

type ServiceSettings = 'public_url' | 'mail_from' | 'sends_mail' | 'has_mail_server'
type Settings = Omit<
  BillingEnvironment,
  'chain' | 'counters' | 'clock_ahead_ms' | 'resetting' | ServiceSettings
>
type LockedEnvironment = Omit<BillingEnvironment, 'chain' | 'counters' | ServiceSettings> &
  StoredHead &
  Record<'event_sequence' | 'version' | 'settings_version', number>

const settings = sql`s.environment_id, s.name as account_name, s.mode, s.default_currency,
  s.payment_terms_days, s.time_zone, s.language, s.reminder_days, s.profile::text as profile, s.tax::text as tax,
  s.active_gateways::text as active_gateways`

const storedHead = sql`c.chain_link, encode(c.chain_hash, 'hex') as chain_hash, c.chain_key,
  encode(c.chain_signature, 'hex') as chain_signature`

/** Mail settings of the installation. */
export interface MailSettings {
  from: string
  sends: boolean
}

/**
 * The counter rows: the last lock of every write. `publicUrl` is known once the service listens; `heads` signs the
 * heads of the chains.
 */
export const createEnvironments = (
  publicUrl: () => string,
  heads: Heads,
  mail: MailSettings = { from: 'billing@localhost', sends: false },
): EnvironmentTable<BillingEnvironment> => ({
  async lock(tx, environmentIds, how) {
    const rows = await query<LockedEnvironment>(
      tx,
      sql`select ${settings}, s.version, c.clock_ahead_ms, c.resetting, c.settings_version,
                 ${storedHead},
                 ${raw(COUNTERS.map((name) => `c.${name}`).join(', '))}
          from environment_counters c
          join environment_settings s on s.environment_id = c.environment_id
          where c.environment_id ${inEnvironments(environmentIds)}
          order by c.environment_id${locking('c', how)}`,
    )
    const present = await readChanged(tx, rows)
    return rows.map((row) => ({
      ...withoutMoving(row),
      chain: heads.read(row.environment_id, row),
      ...present.get(row.environment_id),
      public_url: publicUrl(),
      mail_from: mail.from,
      sends_mail: mail.sends && row.mode === 'live',
      has_mail_server: mail.sends,
      counters: { ...pickCounters(row), event_sequence: row.event_sequence },
    }))
  },

  assertOpen({ resetting }) {
    if (!resetting) return
    throw billingError(
      'environment_resetting',
      'This test environment is being reset. Wait until GET /v1/test_clock shows the status ready.',
    )
  },

  save(tx, saved) {
    const counters = COUNTERS.map((name) => [
      name,
      unseen(plain(saved.map((each) => each.counters[name] ?? 0)), 'bigint[]'),
    ])
    // A head that is not genuine is not signed until a link records it.
    const signed = saved.map(({ environment_id, chain }) =>
      chain.link > 0 && chain.isGenuine ? heads.sign(environment_id, chain) : undefined,
    )
    const texts = (values: (string | undefined)[]) =>
      unseen(plain(values.map((value) => value ?? null)), 'text[]')
    return execute(
      tx,
      sql`update environment_counters c
          set ${raw(COUNTERS.map((name) => `${name} = s.${name}`).join(', '))},
              chain_link = s.chain_link, chain_hash = decode(s.chain_hash, 'hex'),
              chain_key = coalesce(s.chain_key, c.chain_key),
              chain_signature = coalesce(decode(s.chain_signature, 'hex'), c.chain_signature)
          from ${given('s', saved, {
            ...Object.fromEntries(counters),
            chain_link: unseen(plain(saved.map(({ chain }) => chain.link)), 'bigint[]'),
            chain_hash: texts(saved.map(({ chain }) => chain.hash || undefined)),
            chain_key: texts(signed.map((each) => each?.key)),
            chain_signature: texts(signed.map((each) => each?.signature)),
          })}
          where c.environment_id = s.environment_id`,
    )
  },

  mendHeads: (tx, environmentIds) =>
    execute(
      tx,
      sql`update environment_counters c
          set chain_link = l.link, chain_hash = l.hash, chain_key = null, chain_signature = null
          from (
            select distinct on (environment_id) environment_id, link, hash from chain_links
            where environment_id ${inEnvironments(environmentIds)}
            order by environment_id, link desc) l
          where c.environment_id ${inEnvironments(environmentIds)}
            and c.environment_id = l.environment_id and c.chain_link < l.link`,
    ),
})

/** Waits for the counters of one environment, for writes that take place under their lock but use none of them. */
export const holdCounters = (tx: Tx, environmentId: number): Promise<unknown> =>
  query(
    tx,
    sql`select from environment_counters where environment_id = ${environmentId} for no key update`,
  )

/**
 * Settings that changed while waiting for the lock. The locked counter row is current, but the rows joined to it are as
 * of the start of the wait. Under the lock, they no longer change.
 */
async function readChanged(tx: Tx, rows: LockedEnvironment[]): Promise<Map<number, Settings>> {
  const changed = rows.filter((row) => row.version !== row.settings_version)
  if (changed.length === 0) return new Map()
  const ids = changed.map((row) => row.environment_id)
  const present = await query<Settings & Record<string, unknown>>(
    tx,
    sql`select ${settings} from environment_settings s
        where s.environment_id ${inEnvironments(ids)}`,
  )
  return new Map(present.map((row) => [row.environment_id, row]))
}

const MOVING: ReadonlySet<string> = new Set([
  ...COUNTERS,
  'chain_link',
  'chain_hash',
  'chain_key',
  'chain_signature',
  'version',
  'settings_version',
])

/** The properties of a row except its counters and its head, which change on every write. */
function withoutMoving(row: LockedEnvironment) {
  const kept = Object.entries(row).filter(([name]) => !MOVING.has(name))
  return Object.fromEntries(kept) as Omit<
    BillingEnvironment,
    'chain' | 'counters' | ServiceSettings
  >
}

function pickCounters(row: LockedEnvironment): Record<string, number> {
  const counts = row as unknown as Record<string, number>
  return Object.fromEntries(COUNTERS.map((name) => [name, counts[name] as number]))
}

/**
 * Creates the single installation row if it is missing, and locks it: of processes that start together, one goes first.
 * Returns the check of the secret it was created with.
 */
export async function lockInstallation(
  db: Db,
  secretCheck: string,
  keyId: string | null = null,
): Promise<string> {
  await execute(
    db,
    sql`insert into installation
          (id, secret_check, unmarked_key_id, next_account_id, next_environment_id,
           next_customer_id)
        values (1, ${secretCheck}, ${keyId}, 1, 1, 1001) on conflict do nothing`,
  )
  const rows = await query<{ secret_check: string }>(
    db,
    sql`select secret_check from installation where id = 1 for update`,
  )
  return rows[0]?.secret_check ?? ''
}

/** Makes other key changes wait until the transaction ends. */
export async function lockSecretCheck(db: Db): Promise<void> {
  await query(db, sql`select from installation where id = 1 for update`)
}

/** The check of the secret this database was created with; undefined while it is empty. */
export async function findSecretCheck(db: Db): Promise<string | undefined> {
  const rows = await query<{ secret_check: string }>(
    db,
    sql`select secret_check from installation where id = 1`,
  )
  return rows[0]?.secret_check
}

/** The next IDs of accounts and environments; the row lock serializes concurrent creates. */
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
  await execute(
    tx,
    sql`insert into environment_settings (environment_id, mode, name, default_currency,
          payment_terms_days, time_zone, language, first_invoice_number, reminder_days, profile,
          created_at, updated_at)
        select e.id, e.mode, a.name, a.default_currency, a.payment_terms_days, a.time_zone, 'en', 1,
          '{}', '{}', e.created_at, e.created_at
        from environments e join accounts a on a.id = e.account_id
        where e.account_id = ${account.id}`,
  )
  await execute(tx, sql`insert into test_clocks (environment_id) values (${test})`)
}

/** Accounts with the settings of their live environments. */
export function listAccounts(db: Db): Promise<Account[]> {
  return query<Account>(
    db,
    sql`select a.id, s.name, a.tier, a.tier_limit, s.default_currency, s.payment_terms_days,
               s.time_zone, a.created_at
        from accounts a
        join environments e on e.account_id = a.id and e.mode = 'live'
        join environment_settings s on s.environment_id = e.id
        order by a.id`,
  )
}

export async function findAccountName(db: Db, environmentId: number): Promise<string | null> {
  const rows = await query<{ name: string }>(
    db,
    sql`select name from environment_settings where environment_id = ${environmentId}`,
  )
  return rows[0]?.name ?? null
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

/** Counters that a reset keeps, since it keeps their rows; numbers start where the settings say. */
const KEPT_COUNTERS: readonly string[] = [
  'invoice_number',
  ...COUNTED.flatMap(({ counter, survivesReset }) => (survivesReset ? [counter] : [])),
]

/** Resets the counters of an erased environment, and opens it for writes again. */
export async function reopenEnvironment(tx: Db, environmentId: number): Promise<void> {
  const cleared = COUNTERS.filter((name) => !KEPT_COUNTERS.includes(name))
  await execute(
    tx,
    sql`update environment_counters c
        set ${raw(cleared.map((name) => `${name} = 0`).join(', '))}, clock_ahead_ms = 0,
            invoice_number = s.first_invoice_number - 1, resetting = false
        from environment_settings s
        where c.environment_id = ${environmentId} and s.environment_id = c.environment_id`,
  )
}
