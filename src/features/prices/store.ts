// SQL of prices beyond the standard statements: unique lookup keys.

import { given } from '../../platform/db/given.ts'
import { wanted } from '../../platform/db/keyed.ts'
import { execute, query, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table, Tx } from '../../platform/db/table.ts'
import type { Unique } from '../../platform/db/unique.ts'
import { type PriceRow, priceRecord } from './record.ts'

export interface Price extends PriceRow {
  /** The row when it was locked, which has the previous lookup key. */
  was?: Pick<PriceRow, 'lookup_key'>
}

const withFormer = (row: PriceRow): Price => ({ ...row, was: row })

export const prices: Table<Price> = {
  ...priceRecord,

  async lock(tx, keys, how) {
    return (await priceRecord.lock(tx, keys, how)).map(withFormer)
  },

  async findBy(tx, column, keys) {
    return (await priceRecord.findBy(tx, column, keys)).map(withFormer)
  },

  release(tx, rows) {
    const freed = rows.filter(
      ({ was, lookup_key }) => was?.lookup_key && was.lookup_key !== lookup_key,
    )
    return freed.length > 0 ? [freeLookupKeys(tx, freed)] : []
  },
}

function freeLookupKeys(tx: Tx, rows: RowKey[]): Promise<number> {
  return execute(
    tx,
    sql`update prices p set lookup_key = null from ${wanted(rows, 'uuid')}
        where p.environment_id = wanted.environment_id and p.id = wanted.id`,
  )
}

/** A lookup key is unique in its environment. */
export const lookupKeys: Unique = {
  name: 'lookup_key',
  find: (db, values) =>
    query(
      db,
      sql`select p.environment_id, p.lookup_key as value, p.id from prices p
          join ${given('asked', values, { value: sql`${values.map((each) => each.value)}::text[]` })}
            on p.environment_id = asked.environment_id and p.lookup_key = asked.value`,
    ),
}
