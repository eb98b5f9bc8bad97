// The parts of the ledger feature.

import { beside, declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { ledgerRoutes } from './routes.ts'
import { entryJson } from './schemas.ts'
import { ledgerEntries } from './store.ts'
import { findEntries } from './store-entries.ts'

export const ledger: Feature<Service> = {
  name: 'ledger',
  tables: [
    declared(ledgerEntries, { personal: 'customers are stored by ID only' }),
    beside('ledger_postings', 'amounts alone'),
    beside('ledger_days', 'amounts alone'),
    beside('invoice_taxes', 'amounts and rates only'),
  ],
  routes: ledgerRoutes,
  objects: { name: 'ledger_entries', list: '/ledger/entries', find: findEntries, json: entryJson },
}
