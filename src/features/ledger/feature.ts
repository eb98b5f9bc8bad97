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
    declared(ledgerEntries, { personal: 'it names customers by their ids alone' }),
    beside('ledger_postings', 'amounts alone'),
    beside('ledger_days', 'amounts alone'),
    beside('invoice_taxes', 'amounts and rates alone'),
  ],
  routes: ledgerRoutes,
  objects: { name: 'ledger_entries', list: '/ledger/entries', find: findEntries, json: entryJson },
}
