// Currency units in SQL, transcribed a second time from ISO 4217.

import { type Sql, sql } from '../../platform/db/sql.ts'

/** The value of the smallest unit in the major unit. */
export const unit = (currency: Sql) => sql`case
  when ${currency} in ('bif', 'clp', 'djf', 'gnf', 'isk', 'jpy', 'kmf', 'krw', 'pyg', 'rwf', 'ugx',
                       'vnd', 'vuv', 'xaf', 'xof', 'xpf') then 1
  when ${currency} in ('bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd') then 0.001
  when ${currency} in ('clf', 'uyw') then 0.0001
  else 0.01 end`
