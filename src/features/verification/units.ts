// Units of currencies in SQL, read from ISO 4217 a second time.

import { type Sql, sql } from '../../platform/db/sql.ts'

/** What one smallest unit is worth in the major unit. */
export const unit = (currency: Sql) => sql`case
  when ${currency} in ('bif', 'clp', 'djf', 'gnf', 'isk', 'jpy', 'kmf', 'krw', 'pyg', 'rwf', 'ugx',
                       'vnd', 'vuv', 'xaf', 'xof', 'xpf') then 1
  when ${currency} in ('bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd') then 0.001
  when ${currency} in ('clf', 'uyw') then 0.0001
  else 0.01 end`
