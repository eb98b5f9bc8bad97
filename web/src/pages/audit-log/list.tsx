// Who changed what, when and from where, the latest first.
import { Text } from '@mantine/core'
import { PERSON_ACTIONS } from '../../../../src/domain/audit-actions.ts'
import { useMay } from '../../api/tenant.ts'
import type { AuditEntry } from '../../api/types.ts'
import { words as eventWords } from '../../parts/event-words.ts'
import { createdBetween } from '../../parts/filter-bar.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { ObjectLink } from '../../parts/object-link.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { useFormat } from '../../words/format.ts'
import { type Like, useWords } from '../../words/language.tsx'
import { DEEDS, deeds } from './deeds.ts'
import { words } from './words.ts'

export function AuditLogPage() {
  const w = useWords(words)
  const told = useWords(deeds)
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
        { title: w.who, cell: whoOf(w), from: 'sm', firm: true },
        {
          title: w.action,
          cell: (entry) => (
            <>
              {told[entry.action as keyof typeof told] ?? entry.action}
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
                {whoOf(w)(entry)}, {format.time(entry.created_at)}
              </div>
            </>
          ),
        },
        {
          title: w.object,
          from: 'sm',
          cell: ({ object_id, object_name }) =>
            object_id && <ObjectLink id={object_id} name={object_name} />,
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
        { title: w.address, cell: ({ address }) => address, from: 'md', firm: true },
      ]}
      filters={[
        { kind: 'text', label: w.actor, names: ['actor'] },
        {
          kind: 'choice',
          label: w.action,
          names: ['action'],
          choices: DEEDS.map((value) => ({ value, label: told[value as keyof typeof told] })).sort(
            (one, other) => one.label.localeCompare(other.label),
          ),
        },
        { kind: 'text', label: w.objectId, names: ['object_id'] },
        createdBetween(w.between),
      ]}
    />
  )
}

/** Commands are run by somebody on a machine, who is no member here. */
const whoOf =
  (w: Like<typeof words.en>) =>
  ({ actor, actor_label }: AuditEntry) =>
    actor === 'command' ? w.command(actor_label) : actor_label || actor

/** What became another of it: of a change alone, for all else says it by itself. */
function Changed({ entry: { action, changed } }: { entry: AuditEntry }) {
  const w = useWords(words)
  const { members } = useWords(eventWords)
  if (!action.startsWith('update') || changed.length === 0) return null
  const names = changed.map((member) => members[member] ?? member)
  return (
    <Text size="xs" c="dimmed">
      {w.changed(names.join(', '))}
    </Text>
  )
}

const LOGGED_MS = 30 * 86_400_000

/** Operations of the API are in the request log for thirty days; what people do about themselves is none. */
function isLogged({ request_id, action, created_at }: AuditEntry): boolean {
  const isOperation = !PERSON_ACTIONS.some((own) => own === action)
  return request_id !== null && isOperation && Date.now() - Date.parse(created_at) < LOGGED_MS
}
