// Finds promotion codes by ID and by code.

import { encodeId } from '../../platform/ids.ts'
import { byId, type Searched } from '../searched.ts'
import { type PromotionCodeRow, promotionCodeRecord } from './record.ts'
import { codeKey, codes } from './store.ts'

const show = ({ code, active }: PromotionCodeRow) => ({
  title: code,
  detail: null,
  status: active ? 'active' : 'archived',
})

export const searched: Searched = {
  kind: 'promotion_code',
  exactly: [
    byId('promotion_code', 'promo', promotionCodeRecord.find, show),
    async (db, environment_id, text) => {
      const [held] = await codes.find(db, [{ environment_id, value: codeKey(text) }])
      const [row] = held
        ? await promotionCodeRecord.find(db, [{ environment_id, id: held.id }])
        : []
      return row ? [{ kind: 'promotion_code', id: encodeId('promo', row.id), ...show(row) }] : []
    },
  ],
}
