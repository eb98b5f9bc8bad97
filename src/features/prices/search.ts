// Finds prices by ID and by lookup key.

import { byId, type Searched } from '../searched.ts'
import { type PriceRow, priceIds, priceRecord } from './record.ts'
import { lookupKeys } from './store.ts'

const show = ({ id, description, lookup_key, active }: PriceRow) => ({
  title: description || lookup_key || priceIds.ref(id),
  detail: lookup_key,
  status: active ? 'active' : 'archived',
})

export const searched: Searched = {
  kind: 'price',
  exactly: [
    byId(priceIds, priceRecord.find, show),
    async (db, environment_id, value) => {
      const [held] = await lookupKeys.find(db, [{ environment_id, value }])
      const [row] = held ? await priceRecord.find(db, [{ environment_id, id: held.id }]) : []
      return row ? [{ id: priceIds.ref(row.id), ...show(row) }] : []
    },
  ],
}
