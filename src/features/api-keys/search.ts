// Search for API keys by ID.

import { byId, type Searched } from '../searched.ts'
import { apiKeys, keyIds } from './record.ts'

export const searched: Searched = {
  kind: 'api_key',
  exactly: [
    byId(keyIds, apiKeys.find, ({ id, name }) => ({ title: name, detail: id, status: null })),
  ],
}
