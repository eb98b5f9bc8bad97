// The manifest of price migrations. Their actions and routes are in `billing`, which schedules changes.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import { migrated, migrationJson, priceMigrationIds, priceMigrations } from './record.ts'

export const priceMigrationsFeature: Feature<unknown> = {
  name: 'price-migrations',
  tables: [declared(priceMigrations)],
  objects: { ...priceMigrations, json: migrationJson },
  searched: {
    kind: 'price_migration',
    exactly: [
      byId(priceMigrationIds, priceMigrations.find, ({ id, status }) => ({
        title: priceMigrationIds.ref(id),
        detail: null,
        status,
      })),
    ],
  },
}

/** A feature has one kind of objects, so the subscriptions of migrations are another one. */
export const migratedFeature: Feature<unknown> = {
  name: 'migrated-subscriptions',
  tables: [declared(migrated)],
  objects: { ...migrated, list: '/price_migrations/:id/subscriptions' },
}
