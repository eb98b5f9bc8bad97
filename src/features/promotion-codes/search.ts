// Finds promotion codes by ID and by code.

import { byId, type Searched } from '../searched.ts'
import { type PromotionCodeRow, promotionCodeIds, promotionCodeRecord } from './record.ts'
import { codeKey, codes } from './store.ts'

const show = ({ code, active }: PromotionCodeRow) => ({
  title: code,
  detail: null,
  status: active ? 'active' : 'archived',
})

export const searched: Searched = {
  kind: 'promotion_code',
  exactly: [
    byId(promotionCodeIds, promotionCodeRecord.find, show),
    async (db, environment_id, text) => {
      const [held] = await codes.find(db, [{ environment_id, value: codeKey(text) }])
      const [row] = held
        ? await promotionCodeRecord.find(db, [{ environment_id, id: held.id }])
        : []
      return row ? [{ id: promotionCodeIds.ref(row.id), ...show(row) }] : []
    },
  ],
}
