// What a check of the books is: a rule over rows as a set, and where one reports.

import type { Sql } from '../../platform/db/sql.ts'

/** Where a rule reports what it found: one sentence a difference. */
export type Differ = (sentence: string) => void

/** A rule about rows as a set: `from` is what it looks at, `found` gives a sentence a difference. */
export interface SetCheck {
  name: string
  about: string
  /** What is counted. */
  what: string
  from(environmentId: number): Sql
  found(environmentId: number): Sql
}
