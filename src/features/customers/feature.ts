// The manifest of the customers feature.

import { sql } from '../../platform/db/sql.ts'
import { declared, type Feature, undeclared } from '../manifest.ts'
import { type CustomerService, customerRoutes } from './routes.ts'
import { Customer, customerJson } from './schemas.ts'
import { searched } from './search.ts'
import { customers, findCustomers } from './store.ts'

export const customersFeature: Feature<CustomerService> = {
  name: 'customers',
  tables: [
    declared(customers),
    undeclared('customer_balances', 'amounts alone'),
    undeclared('customer_words', 'the words of a name are deleted with it'),
  ],
  routes: customerRoutes,
  objects: {
    name: 'customers',
    item: Customer,
    visible: sql`deleted_at is null`,
    find: findCustomers,
    json: (row) => customerJson(row, row.default_currency),
  },
  searched,
}
