// The API keys, newest first; secrets are never shown.
import { Text } from '@mantine/core'
import type { ApiKey } from '../../api/types.ts'
import { ListPage } from '../../list/list-page.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { KeyStatus } from './key-status.tsx'
import { messages } from './messages.ts'

const STATUSES = ['active', 'expired', 'revoked'] as const

export function KeysPage() {
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <ListPage<ApiKey>
      title={m.keys}
      about={m.timesIn(format.timeZone)}
      add={{ to: 'developers/keys/new', label: m.addKey, permission: 'api_keys:write' }}
      emptyText={m.emptyKeys}
      sample={{ method: 'POST', path: '/api_keys', body: { name: 'Shop', scopes: ['*'] } }}
      path="/api_keys"
      permission="api_keys:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: m.name,
          cell: ({ name }) => name,
          to: ({ id }) => `developers/keys/${id}`,
          below: ({ id }) => id,
        },
        { title: m.id, cell: ({ id }) => <Text size="sm">{id}</Text>, from: 'md', firm: true },
        { title: m.scopes, cell: ({ scopes }) => scopesText(scopes, m.everything), from: 'lg' },
        { title: m.status, cell: ({ status }) => <KeyStatus status={status} />, narrow: true },
        {
          title: m.lastUsed,
          cell: ({ last_used_at }) => (last_used_at ? format.time(last_used_at) : m.notUsed),
          from: 'sm',
          narrow: true,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          label: m.status,
          names: ['status'],
          choices: STATUSES.map((value) => ({ value, label: m.keyStatuses[value] })),
        },
      ]}
    />
  )
}

/** The first scopes, and how many more there are. */
function scopesText(scopes: readonly string[], everything: string): string {
  if (scopes.includes('*')) return everything
  const [first = '', second, ...more] = scopes
  return [first, second].filter(Boolean).join(', ') + (more.length > 0 ? ` +${more.length}` : '')
}
