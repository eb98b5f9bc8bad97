// The manifest of the credit transactions feature.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { creditIds, creditTransactions } from './record.ts'
import { creditRoutes } from './routes.ts'

export const creditFeature: Feature<Service> = {
  name: 'credit-transactions',
  tables: [declared(creditTransactions)],
  routes: creditRoutes,
  objects: { ...creditTransactions, list: '/customers/:customer_id/credit_transactions' },
  erased: {
    table: 'credit_transactions',
    left: creditTransactions.left,
    meanwhile: 'none',
    erase: creditTransactions.erase,
  },
  searched: {
    kind: 'credit_transaction',
    exactly: [
      byId(creditIds, creditTransactions.find, ({ id, reason, type }) => ({
        title: creditIds.ref(id),
        detail: reason,
        status: type,
      })),
    ],
  },
}
