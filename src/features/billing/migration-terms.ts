// The terms of price migrations, as the domain needs them.

import type { MigratedPrice, MigrationTerms } from '../../domain/price-migration.ts'
import type { PriceMigration } from '../price-migrations/record.ts'
import { priceIds } from '../prices/record.ts'
import type { Price } from '../prices/store.ts'
import { productIds } from '../products/record.ts'

const migratedPrice = ({ id, product_id, billing, terms }: Price): MigratedPrice => ({
  price_id: priceIds.ref(id),
  product_id: productIds.ref(product_id),
  ...(billing === 'arrears' && { billing }),
  terms,
})

export const termsOf = (
  { from, to }: { from: Price; to: Price },
  { effective_from, notice_days }: Pick<PriceMigration, 'effective_from' | 'notice_days'>,
): MigrationTerms => ({
  ...{ from: migratedPrice(from), to: migratedPrice(to) },
  ...{ effective_from, notice_days },
})
