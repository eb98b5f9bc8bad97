// What a feature says that it brings. `src/app` folds the manifests of all features into tables, API, events,
// export, search and the rest: no other file outside of its folder names a feature.

import type { TSchema } from 'typebox'
import { resourceOf } from '../domain/resource-lists.ts'
import type { Db, Sql } from '../platform/db/sql.ts'
import type { DeclaredEvent, RowKey, Series, Table, Tx } from '../platform/db/table.ts'
import type { Route } from '../platform/http/route.ts'
import type { Backfill } from '../platform/sweeps/backfill.ts'
import type { DueWork } from '../platform/sweeps/due.ts'
import type { Sweep } from '../platform/sweeps/sweeps.ts'
import type { Searched } from './searched.ts'

// biome-ignore lint/suspicious/noExplicitAny: each table knows its rows, and the fold does not.
type AnyTable = Table<any>

/** A table that a feature keeps, and what becomes of its rows. */
export interface Kept {
  name: string
  /** Present where actions write it through the lane. */
  written?: AnyTable
  /** Whose rows it has: an environment's, which leads every key, or the installation's. */
  of: 'environment' | 'installation'
  /** Of an environment's: whether a reset of a test environment keeps it. */
  survivesReset?: boolean
  /** Left out of backups: it tells of the last days only, or of what runs just now. */
  passing?: boolean
  /** Of the installation's: the column by which rows belong to an account, if they do. */
  ownedBy?: 'environment_id' | 'account_id' | 'id'
  /** Where personal data of its rows is dealt with; a declared table says so column by column. */
  personal: string
}

/** What an export of an environment has of a table: its objects as the API shows them. */
export interface Exported {
  table: string
  /** The path of the list that shows the same objects. */
  list: string
  visible?: Sql
  read(db: Db, keys: RowKey[], publicUrl: string): Promise<(string | undefined)[]>
}

/** Rows that belong to a customer, and that an erasure of this person goes through. */
export interface ErasedRows {
  /** It has `id`, `created_at` and `customer_id`. */
  table: string
  /** What is left of each property of its objects in events; undefined where events are about none of them. */
  left?: Readonly<Record<string, unknown>>
  /** Which rows are erased while the customer's documents still have to be kept. */
  meanwhile: 'all' | 'none' | Sql
  erase(tx: Tx, environmentId: number, ids: readonly string[]): Promise<unknown>
}

/** A column of secrets that are sealed, since they are used again. */
export interface SealedColumn {
  table: string
  column: string
  /** The columns of the primary key, in order. */
  key: Readonly<Record<string, 'int' | 'uuid'>>
  /** What their sealer is made for. */
  purpose: string
  /** For people: "signing secrets of webhooks". */
  label: string
}

/** A table of secrets of which a keyed hash is kept, with `secret_key_id` beside it. */
export interface HashedTable {
  table: string
  /** For people: "API keys". */
  label: string
  /** Those that open something at an instant; all, if it is left out. */
  open?: (at: Date) => Sql
  /** The column that says when one was last used. */
  used?: string
}

/** `S` is what the handlers of its routes are given, `B` what happens by itself is. */
export interface Feature<S, B = unknown> {
  name: string
  /** In the order of saving; reversed, they are locked in it. Those that own rows of others come first. */
  tables?: readonly Kept[]
  routes?: readonly Route<S>[]
  events?: Readonly<Record<string, DeclaredEvent>>
  series?: Readonly<Record<string, Series>>
  /** The shape of what its events carry, by what it is called there. */
  objects?: Readonly<Record<string, TSchema>>
  exported?: Exported
  searched?: Searched
  erased?: ErasedRows
  /** What hangs on the secret keys of the installation. */
  sealed?: readonly SealedColumn[]
  hashed?: readonly HashedTable[]
  /** What falls due in business time: swept, and gone through when a test clock is advanced. */
  dueWork?: (background: B) => readonly DueWork[]
  sweeps?: (background: B) => readonly Sweep[]
  // biome-ignore lint/suspicious/noExplicitAny: each knows the places it stops at, and nobody else does.
  backfills?: readonly Backfill<any>[]
}

const BY_COLUMN = 'each column of its declaration says so'

/** A declared table of an environment, which actions write. */
export const declared = (table: AnyTable, more: Partial<Kept> = {}): Kept => ({
  name: table.name,
  written: table,
  of: 'environment',
  personal: BY_COLUMN,
  survivesReset: resourceOf(table.name)?.survivesReset ?? false,
  ...more,
})

/** A table of an environment with statements of its own. */
export const beside = (name: string, personal: string, more: Partial<Kept> = {}): Kept => ({
  name,
  of: 'environment',
  personal,
  ...more,
})

/** A table that the whole installation shares. */
export const shared = (name: string, personal: string, more: Partial<Kept> = {}): Kept => ({
  name,
  of: 'installation',
  personal,
  ...more,
})

/** Rows as the JSON texts that an export has of them. */
export const shown = <Row>(
  rows: readonly (Row | undefined)[],
  present: (row: Row) => string,
): (string | undefined)[] => rows.map((row) => row && present(row))
