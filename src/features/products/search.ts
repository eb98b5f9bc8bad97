// Finds products by ID and by words of their names.

import { encodeId } from '../../platform/ids.ts'
import { byId, type Searched } from '../searched.ts'
import { type ProductRow, productRecord } from './record.ts'
import { productWords } from './store.ts'

const show = ({ name, status }: ProductRow) => ({ title: name, detail: null, status })

export const searched: Searched = {
  kind: 'product',
  exactly: [byId('product', 'prod', productRecord.find, show)],
  words: {
    index: productWords,
    find: productRecord.find,
    show: (row: ProductRow) => ({ kind: 'product', id: encodeId('prod', row.id), ...show(row) }),
  },
}
