// The interface of checks over sets of rows, and of the reports of differences.

import type { Sql } from '../../platform/db/sql.ts'

/** Reports a difference, as one sentence. */
export type Differ = (sentence: string) => void

/** A rule over a set of rows: `from` selects the checked rows, `found` one sentence per difference. */
export interface SetCheck {
  name: string
  about: string
  /** Noun for the count. */
  what: string
  from(environmentId: number): Sql
  found(environmentId: number): Sql
}
