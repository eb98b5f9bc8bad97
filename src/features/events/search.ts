// Finds events by ID.

import { decodeId } from '../../platform/ids.ts'
import type { Searched } from '../searched.ts'
import { findEvent } from './store.ts'

export const searched: Searched = {
  kind: 'event',
  exactly: [
    async (db, environmentId, text) => {
      const id = decodeId('evt', text)
      const row = id === undefined ? undefined : await findEvent(db, environmentId, id)
      if (!row) return []
      return [{ id: text, title: row.type, detail: row.object_id, status: null }]
    },
  ],
}
