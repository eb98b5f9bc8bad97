// Finds products by ID and by words of their names.

import { byId, type Searched } from '../searched.ts'
import { type ProductRow, productIds, productRecord } from './record.ts'
import { productWords } from './store.ts'

const show = ({ name, status }: ProductRow) => ({ title: name, detail: null, status })

export const searched: Searched = {
  kind: 'product',
  exactly: [byId(productIds, productRecord.find, show)],
  words: {
    index: productWords,
    find: productRecord.find,
    show: (row: ProductRow) => ({ id: productIds.ref(row.id), ...show(row) }),
  },
}
