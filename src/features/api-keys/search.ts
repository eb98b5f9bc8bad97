// Search for API keys by ID.

import type { Searched } from '../searched.ts'
import { apiKeys } from './record.ts'

export const searched: Searched = {
  kind: 'api_key',
  exactly: [
    async (db, environment_id, text) => {
      if (!/^svc_(test|live)_[0-9A-Za-z]{16}$/.test(text)) return []
      const [row] = await apiKeys.find(db, [{ environment_id, id: text }])
      return row ? [{ kind: 'api_key', id: text, title: row.name, detail: text, status: null }] : []
    },
  ],
}
