// Finds stored provinces and states that are unknown: sales there can be left untaxed.

import type { Pool } from 'pg'
import { accountRef } from '../domain/account.ts'
import { customerRef } from '../domain/customer.ts'
import { regionNamed, regionsOf } from '../domain/regions.ts'
import { query, sql } from '../platform/db/sql.ts'
import { amber, type Finding } from './finding.ts'

/** How many customers one finding names. */
const EXAMPLES_MOST = 10

interface Stored extends Record<string, unknown> {
  account_id: number
  mode: string
  country: string
  region: string
  customers: number
  /** The first customer IDs; null for the account itself. */
  ids: number[] | null
}

const isCode = sql`any(${['CA', 'US'].flatMap((country) =>
  regionsOf(country).map(({ code }) => `${country}-${code}`),
)}::text[])`

/** Returns a finding per account and environment: the number of customers, the first IDs, and the account itself. */
export async function examineRegions(pool: Pool): Promise<Finding[]> {
  const stored = await query<Stored>(
    pool,
    sql`select e.account_id, e.mode, c.country, c.state_province as region, count(*)::int as customers,
               (array_agg(c.id order by c.id))[1:${EXAMPLES_MOST}]::int[] as ids
        from customers c join environments e on e.id = c.environment_id
        where c.country in ('CA', 'US') and c.state_province <> '' and c.deleted_at is null
          and not c.country || '-' || c.state_province = ${isCode}
        group by e.account_id, e.mode, c.country, c.state_province
        union all
        select e.account_id, e.mode, s.profile::jsonb ->> 'country', s.profile::jsonb ->> 'state_province',
               0, null
        from environment_settings s join environments e on e.id = s.environment_id
        where s.profile::jsonb ->> 'country' in ('CA', 'US') and s.profile::jsonb ->> 'state_province' <> ''
        order by 1, 2, 3, 4`,
  )
  const unknown = stored.filter(({ country, region }) => regionNamed(country, region) === undefined)
  const byEnvironment = Map.groupBy(
    unknown,
    ({ account_id, mode }) => `${accountRef(account_id)} (${mode})`,
  )
  return [...byEnvironment].map(([environment, rows]) => {
    const count = rows.reduce((sum, { customers }) => sum + customers, 0)
    const ids = rows.flatMap((row) => row.ids ?? []).sort((a, b) => a - b)
    const named = ids.slice(0, EXAMPLES_MOST).map(customerRef).join(', ')
    const parts = [
      ...(count > 0
        ? [
            `${count} ${count === 1 ? 'customer' : 'customers'} with an unknown province or state: ${named}`,
          ]
        : []),
      ...(rows.some((row) => row.ids === null)
        ? ['an unknown province or state in its own address']
        : []),
    ]
    return amber(
      'regions',
      `${environment} has ${parts.join(', and ')}`,
      'Set state_province of each to a code such as ON or NY: the tax on sales in Canada and the United States depends on it.',
    )
  })
}
