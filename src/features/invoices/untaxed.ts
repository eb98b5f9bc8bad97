// Why lines of a draft have no tax: drafts store the taxes of their last change, but not the reasons for untaxed lines.

import { dateIn } from '../../domain/calendar.ts'
import { readProfile } from '../../domain/snapshot.ts'
import { type TaxedCustomer, taxPlan } from '../../domain/tax/plan.ts'
import { isTaxed, readTaxSettings } from '../../domain/tax/settings.ts'
import type { TaxReason } from '../../domain/tax/tax.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { Invoice } from './record.ts'

interface Row extends Record<string, unknown> {
  tax: string
  profile: string
  time_zone: string
  customer: TaxedCustomer
}

type Explained = Pick<Invoice, 'environment_id' | 'customer_id' | 'line_items' | 'updated_at'>

/** The reason per line, as of the draft's last change; undefined for lines with a tax. Empty if nothing is taxed. */
export async function findUntaxed(
  db: Db,
  { environment_id, customer_id, line_items, updated_at }: Explained,
): Promise<(TaxReason | undefined)[]> {
  if (line_items.every(({ taxes }) => taxes !== null)) return []
  const [row] = await query<Row>(
    db,
    sql`select s.tax::text as tax, s.profile::text as profile, s.time_zone, row_to_json(c) as customer
        from environment_settings s
        join customers c on c.environment_id = s.environment_id and c.id = ${customer_id}
        where s.environment_id = ${environment_id}`,
  )
  if (!row) return []
  const settings = readTaxSettings(row.tax)
  if (!isTaxed(settings, line_items)) return []
  const { country = '', state_province = '' } = readProfile(row.profile)
  const about = {
    settings,
    seller: { country, state_province },
    customer: row.customer,
    date: dateIn(updated_at, row.time_zone),
    draft: true,
  }
  return line_items.map(({ taxes, taxing }) =>
    taxes === null ? taxPlan({ ...about, line: taxing ?? {} }).untaxed : undefined,
  )
}
