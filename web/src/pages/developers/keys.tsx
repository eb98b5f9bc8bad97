// The API keys, the newest first; never the secret half of one.
import { Text } from '@mantine/core'
import type { ApiKey } from '../../api/types.ts'
import { ListPage } from '../../parts/list-page.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { KeyStatus } from './key-status.tsx'
import { words } from './words.ts'

const STATUSES = ['active', 'expired', 'revoked'] as const

export function KeysPage() {
  const w = useWords(words)
  const format = useFormat()
  return (
    <ListPage<ApiKey>
      title={w.keys}
      add={{ to: 'developers/keys/new', label: w.addKey, permission: 'api_keys:write' }}
      emptyText={w.emptyKeys}
      sample={{ method: 'POST', path: '/api_keys', body: { name: 'Shop', scopes: ['*'] } }}
      path="/api_keys"
      permission="api_keys:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: w.name,
          cell: ({ name }) => name,
          to: ({ id }) => `developers/keys/${id}`,
          below: ({ id }) => id,
        },
        { title: w.id, cell: ({ id }) => <Text size="sm">{id}</Text>, from: 'md', firm: true },
        { title: w.scopes, cell: ({ scopes }) => told(scopes, w.everything), from: 'lg' },
        { title: w.status, cell: ({ status }) => <KeyStatus status={status} />, narrow: true },
        {
          title: w.lastUsed,
          cell: ({ last_used_at }) => (last_used_at ? format.time(last_used_at) : w.notUsed),
          from: 'sm',
          narrow: true,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          label: w.status,
          names: ['status'],
          choices: STATUSES.map((value) => ({ value, label: w.keyStatuses[value] })),
        },
      ]}
    />
  )
}

/** The first scopes, and how many more there are. */
function told(scopes: readonly string[], everything: string): string {
  if (scopes.includes('*')) return everything
  const [first = '', second, ...more] = scopes
  return [first, second].filter(Boolean).join(', ') + (more.length > 0 ? ` +${more.length}` : '')
}
