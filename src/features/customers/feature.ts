// The parts of the customers feature.

import { sql } from '../../platform/db/sql.ts'
import { beside, declared, type Feature, shown } from '../manifest.ts'
import { type CustomerService, customerRoutes } from './routes.ts'
import { Customer, customerJson } from './schemas.ts'
import { searched } from './search.ts'
import { customers, findCustomers } from './store.ts'

export const customersFeature: Feature<CustomerService> = {
  name: 'customers',
  tables: [
    declared(customers),
    beside('customer_balances', 'amounts alone'),
    beside('customer_words', 'the words of a name go with it'),
  ],
  routes: customerRoutes,
  objects: { customer: Customer },
  exported: {
    table: 'customers',
    list: '/customers',
    visible: sql`deleted_at is null`,
    read: async (db, keys) =>
      shown(await findCustomers(db, keys), (row) => customerJson(row, row.default_currency)),
  },
  searched,
}
