// Who changed what, when and from where, the latest first.
import { Text } from '@mantine/core'
import { useMay } from '../../api/tenant.ts'
import type { AuditEntry } from '../../api/types.ts'
import { createdBetween } from '../../parts/filter-bar.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function AuditLogPage() {
  const w = useWords(words)
  const format = useFormat()
  const mayRequests = useMay('requests:read')
  return (
    <ListPage<AuditEntry>
      title={w.title}
      about={w.about}
      emptyText={w.empty}
      path="/audit_log"
      permission="audit_log:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: w.at,
          cell: ({ created_at }) => format.time(created_at),
          from: 'sm',
          narrow: true,
        },
        { title: w.who, cell: ({ actor, actor_label }) => actor_label || actor },
        {
          title: w.action,
          cell: ({ action }) => <Text size="sm">{action}</Text>,
          below: ({ created_at }) => format.time(created_at),
        },
        {
          title: w.object,
          from: 'md',
          cell: ({ object_id }) =>
            object_id && (
              <PageLink to={`go/${object_id}`} size="sm">
                {object_id}
              </PageLink>
            ),
        },
        {
          title: w.request,
          from: 'lg',
          narrow: true,
          cell: (entry) =>
            mayRequests &&
            isLogged(entry) && (
              <PageLink to={`developers/requests/${entry.request_id}`} size="sm">
                {w.show}
              </PageLink>
            ),
        },
        { title: w.address, cell: ({ address }) => <Text size="sm">{address}</Text>, from: 'md' },
      ]}
      filters={[
        { kind: 'text', label: w.actor, names: ['actor'] },
        { kind: 'text', label: w.objectId, names: ['object_id'] },
        createdBetween(w.between),
      ]}
    />
  )
}

const LOGGED_MS = 30 * 86_400_000

/** Operations of the API are in the request log for thirty days; signing in is none of them. */
function isLogged({ request_id, action, created_at }: AuditEntry): boolean {
  const isOperation = /[A-Z]/.test(action)
  return request_id !== null && isOperation && Date.now() - Date.parse(created_at) < LOGGED_MS
}
