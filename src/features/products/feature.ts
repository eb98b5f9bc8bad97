// The manifest of the products feature.

import { declared, type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { productRecord } from './record.ts'
import { productRoutes } from './routes.ts'
import { searched } from './search.ts'
import { products } from './store.ts'

export const productsFeature: Feature<Service> = {
  name: 'products',
  tables: [declared(products), undeclared('product_words', 'products have no personal data')],
  routes: productRoutes,
  objects: productRecord,
  searched,
}
