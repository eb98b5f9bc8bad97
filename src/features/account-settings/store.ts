// All SQL of account settings and logos.

import type { AccountSettings } from '../../domain/account.ts'
import { eventsOf } from '../../domain/event.ts'
import type { Logo } from '../../domain/snapshot.ts'
import { invariant } from '../../invariant.ts'
import { given, inEnvironments, insertAll, toInsert } from '../../platform/db/given.ts'
import { locking, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table, Tx } from '../../platform/db/table.ts'

export interface SettingsRow extends AccountSettings {
  environment_id: number
  /** One row per environment, so it uses the environment's ID. */
  id: number
  account_id: number
  /** Lets a write that waited for the counter row notice that the settings changed. */
  version: number
  created_at: number
  updated_at: number
}

const columns = sql`s.environment_id, s.environment_id as id, e.account_id, s.mode, s.name,
  s.default_currency, s.payment_terms_days, s.time_zone, s.language, s.first_invoice_number,
  s.reminder_days, s.profile, s.tax, s.active_gateways, s.version, s.created_at, s.updated_at`

export const environmentSettings: Table<SettingsRow> = {
  name: 'environment_settings',

  lock(tx, keys, how) {
    return query<SettingsRow & Record<string, unknown>>(
      tx,
      sql`select ${columns} from environment_settings s
          join environments e on e.id = s.environment_id
          where s.environment_id ${inEnvironments(idsOf(keys))}
          order by s.environment_id${locking('s', how)}`,
    )
  },

  insert: async () => invariant(false, 'Settings are created with their environment.'),

  // The counter row is already locked; updating its version shows that the joined settings changed.
  update: (tx, rows) => Promise.all([updateRows(tx, rows), updateVersions(tx, rows)]),
}

const idsOf = (keys: RowKey[]) => keys.map((key) => key.environment_id)

function updateRows(tx: Tx, rows: SettingsRow[]): Promise<number> {
  return execute(
    tx,
    sql`update environment_settings s set
          name = v.name, default_currency = v.default_currency,
          payment_terms_days = v.payment_terms_days, time_zone = v.time_zone,
          language = v.language, first_invoice_number = v.first_invoice_number,
          reminder_days = string_to_array(v.reminder_days, ',')::smallint[], profile = v.profile, tax = v.tax,
          active_gateways = v.active_gateways, version = v.version,
          updated_at = v.updated_at
        from ${given('v', rows, {
          name: sql`${rows.map((row) => row.name)}::text[]`,
          default_currency: sql`${rows.map((row) => row.default_currency)}::text[]`,
          payment_terms_days: sql`${plain(rows.map((row) => row.payment_terms_days))}::int[]`,
          time_zone: sql`${rows.map((row) => row.time_zone)}::text[]`,
          language: sql`${rows.map((row) => row.language)}::text[]`,
          first_invoice_number: sql`${plain(rows.map((row) => row.first_invoice_number))}::bigint[]`,
          reminder_days: sql`${rows.map((row) => row.reminder_days.join(','))}::text[]`,
          profile: jsons(rows.map((row) => JSON.stringify(row.profile))),
          tax: jsons(rows.map((row) => JSON.stringify(row.tax))),
          active_gateways: jsons(rows.map((row) => JSON.stringify(row.active_gateways))),
          version: sql`${plain(rows.map((row) => row.version))}::int[]`,
          updated_at: sql`${instants(rows.map((row) => row.updated_at))}::timestamptz[]`,
        })}
        where s.environment_id = v.environment_id`,
  )
}

function updateVersions(tx: Tx, rows: SettingsRow[]): Promise<number> {
  return execute(
    tx,
    sql`update environment_counters c set settings_version = v.version
        from ${given('v', rows, { version: sql`${plain(rows.map((row) => row.version))}::int[]` })}
        where c.environment_id = v.environment_id`,
  )
}

export async function getSettings(db: Db, environmentId: number): Promise<SettingsRow> {
  const rows = await query<SettingsRow & Record<string, unknown>>(
    db,
    sql`select ${columns} from environment_settings s
        join environments e on e.id = s.environment_id
        where s.environment_id = ${environmentId}`,
  )
  const [row] = rows
  invariant(row, `Environment ${environmentId} has no settings.`)
  return row
}

/** Stored by content hash and never changed, since finalized documents name it. */
export interface LogoRow extends Logo {
  environment_id: number
  /** Its SHA-256, as in `sha256`. */
  id: string
  /** Empty on a locked row: no decision depends on the bytes. */
  data: Buffer
  created_at: number
}

const logoColumns = sql`l.environment_id, l.sha256 as id, l.sha256, l.content_type, l.width, l.height,
  l.created_at`

export const logos: Table<LogoRow> = {
  name: 'logos',

  lock(tx, keys, how) {
    return query<LogoRow & Record<string, unknown>>(
      tx,
      sql`select ${logoColumns}, ''::bytea as data from logos l
          join ${wanted(keys, 'text')} on l.environment_id = wanted.environment_id and l.sha256 = wanted.id
          order by l.environment_id, l.sha256${locking('l', how)}`,
    )
  },

  insert(tx, rows) {
    return insertAll(
      tx,
      'logos',
      rows,
      sql`insert into logos (environment_id, sha256, content_type, width, height, data, created_at)
          select v.* from ${toInsert('v', rows, {
            sha256: sql`${plain(rows.map((row) => row.sha256))}::text[]`,
            content_type: sql`${plain(rows.map((row) => row.content_type))}::text[]`,
            width: sql`${plain(rows.map((row) => row.width))}::smallint[]`,
            height: sql`${plain(rows.map((row) => row.height))}::smallint[]`,
            data: sql`${rows.map((row) => row.data)}::bytea[]`,
            created_at: sql`${instants(rows.map((row) => row.created_at))}::timestamptz[]`,
          })}`,
    )
  },

  update: async () => invariant(false, 'A logo is never changed.'),
}

/** A logo by its hash, as settings and snapshots name it. */
export async function findLogo(
  db: Db,
  environmentId: number,
  sha256: string,
): Promise<LogoRow | undefined> {
  const rows = await query<LogoRow & Record<string, unknown>>(
    db,
    sql`select ${logoColumns}, l.data from logos l
        where l.environment_id = ${environmentId} and l.sha256 = ${sha256}`,
  )
  return rows[0]
}

export const events = eventsOf('account')
