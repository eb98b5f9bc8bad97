// Finds prices by ID and by lookup key.

import { encodeId } from '../../platform/ids.ts'
import { byId, type Searched } from '../searched.ts'
import { type PriceRow, priceRecord } from './record.ts'
import { lookupKeys } from './store.ts'

const show = ({ id, description, lookup_key, active }: PriceRow) => ({
  title: description || lookup_key || encodeId('price', id),
  detail: lookup_key,
  status: active ? 'active' : 'archived',
})

export const searched: Searched = {
  kind: 'price',
  exactly: [
    byId('price', 'price', priceRecord.find, show),
    async (db, environment_id, value) => {
      const [held] = await lookupKeys.find(db, [{ environment_id, value }])
      const [row] = held ? await priceRecord.find(db, [{ environment_id, id: held.id }]) : []
      return row ? [{ kind: 'price', id: encodeId('price', row.id), ...show(row) }] : []
    },
  ],
}
