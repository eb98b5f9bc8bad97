// The manifest of the daily sums feature. It comes before the features it sums: a reset empties the tables in reverse,
// so nothing is summed any more when the sums are deleted.

import { type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { invoiceSums, paymentSums } from './sweeps.ts'

export const sumsFeature: Feature<Service> = {
  name: 'sums',
  tables: [
    undeclared('day_sums', 'counts and amounts only'),
    undeclared('owing_customers', 'customers are stored by ID only'),
  ],
  backfills: [invoiceSums, paymentSums],
}
