// Who changed what, when and from where, the latest first.
import { Text } from '@mantine/core'
import { PERSON_ACTIONS } from '../../../../src/domain/audit-actions.ts'
import { useMay } from '../../api/tenant.ts'
import type { AuditEntry } from '../../api/types.ts'
import { createdBetween } from '../../list/filter-bar.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { messages as eventMessages } from '../../text/event-messages.ts'
import { useFormat } from '../../text/format.ts'
import { type Like, useMessages } from '../../text/locale.tsx'
import { ObjectLink } from '../../text/object-link.tsx'
import { ACTIONS, actions } from './action-messages.ts'
import { messages } from './messages.ts'

export function AuditLogPage() {
  const m = useMessages(messages)
  const actionNames = useMessages(actions)
  const format = useFormat()
  const mayRequests = useMay('requests:read')
  return (
    <ListPage<AuditEntry>
      title={m.title}
      about={m.about}
      emptyText={m.empty}
      path="/audit_log"
      permission="audit_log:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: m.at,
          cell: ({ created_at }) => format.time(created_at),
          from: 'sm',
          narrow: true,
        },
        { title: m.who, cell: whoOf(m), from: 'sm', firm: true },
        {
          title: m.action,
          cell: (entry) => (
            <>
              {actionNames[entry.action] ?? entry.action}
              <Changed entry={entry} />
            </>
          ),
          below: (entry) => (
            <>
              {entry.object_id && (
                <div>
                  <ObjectLink id={entry.object_id} name={entry.object_name} />
                </div>
              )}
              <div>
                {whoOf(m)(entry)}, {format.time(entry.created_at)}
              </div>
            </>
          ),
        },
        {
          title: m.object,
          from: 'sm',
          cell: ({ object_id, object_name }) =>
            object_id && <ObjectLink id={object_id} name={object_name} />,
        },
        {
          title: m.request,
          from: 'lg',
          narrow: true,
          cell: (entry) =>
            mayRequests &&
            isLogged(entry) && (
              <PageLink to={`developers/requests/${entry.request_id}`} size="sm">
                {m.show}
              </PageLink>
            ),
        },
        { title: m.address, cell: ({ address }) => address, from: 'md', firm: true },
      ]}
      filters={[
        { kind: 'text', label: m.actor, names: ['actor'] },
        {
          kind: 'choice',
          label: m.action,
          names: ['action'],
          choices: ACTIONS.map((value) => ({
            value,
            label: actionNames[value] ?? value,
          })).sort((one, other) => one.label.localeCompare(other.label)),
        },
        { kind: 'text', label: m.objectId, names: ['object_id'] },
        createdBetween(m.between),
      ]}
    />
  )
}

/** Commands are run by an operating system user, who is not a member here. */
const whoOf =
  (m: Like<typeof messages.en>) =>
  ({ actor, actor_label }: AuditEntry) =>
    actor === 'command' ? m.command(actor_label) : actor_label || actor

/** The changed properties, for updates only: all other actions are clear without them. */
function Changed({ entry: { action, changed } }: { entry: AuditEntry }) {
  const m = useMessages(messages)
  const { properties } = useMessages(eventMessages)
  if (!action.startsWith('update') || changed.length === 0) return null
  const names = changed.map((name) => properties[name] ?? name)
  return (
    <Text size="xs" c="dimmed">
      {m.changed(names.join(', '))}
    </Text>
  )
}

const LOGGED_MS = 30 * 86_400_000

/** API operations are in the request log for thirty days; users' actions on themselves are not. */
function isLogged({ request_id, action, created_at }: AuditEntry): boolean {
  const isOperation = !PERSON_ACTIONS.some((own) => own === action)
  return request_id !== null && isOperation && Date.now() - Date.parse(created_at) < LOGGED_MS
}
