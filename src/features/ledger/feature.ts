// The manifest of the ledger feature.

import { declared, type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { ledgerRoutes } from './routes.ts'
import { entryJson } from './schemas.ts'
import { ledgerEntries } from './store.ts'
import { findEntries } from './store-entries.ts'

export const ledger: Feature<Service> = {
  name: 'ledger',
  tables: [
    declared(ledgerEntries, { personal: 'customers are stored by ID only' }),
    undeclared('ledger_postings', 'amounts alone'),
    undeclared('ledger_days', 'amounts alone'),
    undeclared('invoice_taxes', 'amounts and rates only'),
  ],
  routes: ledgerRoutes,
  objects: { name: 'ledger_entries', list: '/ledger/entries', find: findEntries, json: entryJson },
}
