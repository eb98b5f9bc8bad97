// The parts of the products feature.

import { beside, declared, type Feature, shown } from '../manifest.ts'
import type { Service } from '../service.ts'
import { productRecord } from './record.ts'
import { productRoutes } from './routes.ts'
import { Product } from './schemas.ts'
import { searched } from './search.ts'
import { products } from './store.ts'

export const productsFeature: Feature<Service> = {
  name: 'products',
  tables: [declared(products), beside('product_words', 'products tell of nobody')],
  routes: productRoutes,
  objects: { product: Product },
  exported: {
    table: 'products',
    list: '/products',
    read: async (db, keys) => shown(await productRecord.find(db, keys), productRecord.json),
  },
  searched,
}
