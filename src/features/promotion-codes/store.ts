// All SQL of promotion codes beyond what their record makes: who has a code.

import { given } from '../../platform/db/given.ts'
import { query, sql } from '../../platform/db/sql.ts'
import type { Unique } from '../../platform/db/unique.ts'

/** A code as it is compared: its letters are small. */
export const codeKey = (code: string): string => code.toLowerCase()

/** One promotion code of an environment is called so. */
export const codes: Unique = {
  name: 'promotion_code',
  find: (db, values) =>
    query(
      db,
      sql`select p.environment_id, lower(p.code) as value, p.id from promotion_codes p
          join ${given('asked', values, { value: sql`${values.map((each) => each.value)}::text[]` })}
            on p.environment_id = asked.environment_id and lower(p.code) = asked.value`,
    ),
}
