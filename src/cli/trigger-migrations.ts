// Causes the events of price migrations.

import type { Making } from './trigger-making.ts'

const MONTHLY = { interval: 'month' }

/** Moves a subscription to another price. Returns the migration. */
async function moving(m: Making): Promise<string> {
  await m.subscription()
  const from = m.made.find((id) => id.startsWith('price_')) as string
  return m.migration(from, await m.price({ ...MONTHLY, unit_amount: 2499 }))
}

export const MIGRATION_CAUSES = {
  'price_migration.created': moving,
  'price_migration.updated': moving,
  // Without subscribers, it is complete at once.
  'price_migration.completed': async (m: Making) =>
    m.migration(await m.price(MONTHLY), await m.price(MONTHLY)),
  'price_migration.canceled': async (m: Making) =>
    m.act(`/v1/price_migrations/${await moving(m)}`, 'cancel'),
}
