// The manifest by which a feature declares itself. `src/app` combines the manifests of all features into tables, API,
// events, export, search and so on. No other file outside its folder names a feature.

import type { TSchema } from 'typebox'
import { resourceOf } from '../domain/resource-lists.ts'
import type { Members } from '../platform/db/column.ts'
import type { Db, Sql } from '../platform/db/sql.ts'
import type { RowKey, Series, Table, Tx } from '../platform/db/table.ts'
import type { Route } from '../platform/http/route.ts'
import type { Backfill } from '../platform/sweeps/backfill.ts'
import type { DueWork } from '../platform/sweeps/due.ts'
import type { Sweep } from '../platform/sweeps/sweeps.ts'
import type { Searched } from './searched.ts'

// biome-ignore lint/suspicious/noExplicitAny: each table knows its row type; the fold does not.
type AnyTable = Table<any>

/** A table of a feature, and how its rows are treated. */
export interface Kept {
  name: string
  /** Present if actions write the table through the lane. */
  written?: AnyTable
  /** Owner of its rows: an environment, whose ID is first in every key, or the installation. */
  of: 'environment' | 'installation'
  /** For environment tables: true if a reset of a test environment keeps the rows. */
  survivesReset?: boolean
  /** Left out of backups: it covers only the last few days, or what is running right now. */
  passing?: boolean
  /** For installation tables: the column that says which account a row belongs to, if any. */
  ownedBy?: 'environment_id' | 'account_id' | 'id'
  /** Where personal data in its rows is handled; a declared table says so per column. */
  personal: string
}

/** The objects of a resource as the API returns them, for exports and events. A record is one. */
export interface Objects {
  name: string
  /** The columns, unless its rows are read in a way of their own. */
  members?: Members
  /** The schema of the objects; required if the resource has events. */
  item?: TSchema
  /** The path of the list, if it is not that of the resource. */
  list?: string
  /** Condition for a row to be exported. */
  visible?: Sql
  // biome-ignore lint/suspicious/noExplicitAny: each table knows its row type; exports do not.
  find(db: Db, keys: RowKey[]): Promise<any[]>
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  json(row: any, publicUrl: string): string
}

/** Rows that belong to a customer, and that an erasure of this customer processes. */
export interface ErasedRows {
  /** The table must have `id`, `created_at` and `customer_id`. */
  table: string
  /** The values that remain in each property of its objects in events; undefined if it has no events. */
  left?: Readonly<Record<string, unknown>>
  /** Which rows are erased while the customer's documents still have to be kept. */
  meanwhile: 'all' | 'none' | Sql
  erase(tx: Tx, environmentId: number, ids: readonly string[]): Promise<unknown>
}

/** A column of sealed secrets, which are needed in plain text again. */
export interface SealedColumn {
  table: string
  column: string
  /** The columns of the primary key, in order. */
  key: Readonly<Record<string, 'int' | 'uuid'>>
  /** The purpose that their sealer is created for. */
  purpose: string
  /** Display name: "signing secrets of webhooks". */
  label: string
}

/** A table of secrets that are stored as keyed hashes, with a `secret_key_id` column. */
export interface HashedTable {
  table: string
  /** Display name: "API keys". */
  label: string
  /** Condition for a secret to be valid at an instant; all are valid if omitted. */
  open?: (at: Date) => Sql
  /** The column with the time of last use. */
  used?: string
}

/** `S` is the parameter of its route handlers, `B` that of its background jobs. */
export interface Feature<S, B = unknown> {
  name: string
  /** In the order of saving; locking uses the reverse order. Tables that own rows of others come first. */
  tables?: readonly Kept[]
  routes?: readonly Route<S>[]
  series?: Readonly<Record<string, Series>>
  objects?: Objects
  searched?: Searched
  erased?: ErasedRows
  /** Columns that depend on the secret keys of the installation. */
  sealed?: readonly SealedColumn[]
  hashed?: readonly HashedTable[]
  /** Work that falls due in business time: run by sweeps, and when a test clock is advanced. */
  dueWork?: (background: B) => readonly DueWork[]
  sweeps?: (background: B) => readonly Sweep[]
  // biome-ignore lint/suspicious/noExplicitAny: each backfill alone knows the type of its cursor.
  backfills?: readonly Backfill<any>[]
}

const BY_COLUMN = 'each column of its declaration says so'

/** An environment table that actions write. */
export const declared = (table: AnyTable, more: Partial<Kept> = {}): Kept => ({
  name: table.name,
  written: table,
  of: 'environment',
  personal: BY_COLUMN,
  survivesReset: resourceOf(table.name)?.survivesReset ?? false,
  ...more,
})

/** An environment table with statements of its own. */
export const undeclared = (name: string, personal: string, more: Partial<Kept> = {}): Kept => ({
  name,
  of: 'environment',
  personal,
  ...more,
})

/** A table shared by the whole installation. */
export const shared = (name: string, personal: string, more: Partial<Kept> = {}): Kept => ({
  name,
  of: 'installation',
  personal,
  ...more,
})
