// The API's requests, newest first, with optional live updates.
import { Button, Text } from '@mantine/core'
import type { LoggedRequest } from '../../api/types.ts'
import { IconPlayerPause, IconPlayerPlay } from '../../icons.tsx'
import { createdBetween, type Filter } from '../../list/filter-bar.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { useSearchState } from '../../page/search-state.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { durationOf } from './duration.ts'
import { messages } from './messages.ts'
import { AnswerStatus } from './status.tsx'

const LIVE_MS = 2_000
const EVERYBODY = 'key,user'
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
/** Classes, and the most common statuses. */
const STATUSES = ['2xx', '4xx', '5xx', '400', '403', '404', '409', '422', '429'] as const

export function RequestsPage() {
  const m = useMessages(messages)
  const format = useFormat()
  const [{ live }, change] = useSearchState()
  const label = live ? m.pause : m.live
  const toggle = (
    <Button
      variant="default"
      leftSection={
        live ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
      }
      onClick={() => change({ live: live ? undefined : '1' })}
    >
      {label}
    </Button>
  )
  return (
    <ListPage<LoggedRequest>
      title={m.title}
      about={m.about}
      more={toggle}
      emptyText={m.empty}
      emptyButton={
        <>
          {toggle}
          <Button variant="default" onClick={() => change({ actor_kind: EVERYBODY })}>
            {m.withDashboard}
          </Button>
        </>
      }
      sample={{ method: 'GET', path: '/customers' }}
      path="/requests"
      // The dashboard's own calls would bury those of programs.
      always={{ actor_kind: 'key' }}
      permission="requests:read"
      {...(live && { everyMs: LIVE_MS })}
      idOf={({ id }) => id}
      columns={[
        {
          title: m.request,
          cell: ({ method, path }) => `${method} ${path}`,
          to: ({ id }) => `developers/requests/${id}`,
          below: ({ created_at }) => format.time(created_at),
        },
        { title: m.status, cell: ({ status }) => <AnswerStatus status={status} />, narrow: true },
        {
          title: m.code,
          cell: ({ error_code }) => error_code && <Text size="sm">{error_code}</Text>,
          from: 'lg',
        },
        {
          title: m.took,
          cell: ({ duration_ms }) => durationOf(duration_ms, m, format),
          numeric: true,
          from: 'sm',
        },
        { title: m.who, cell: ({ actor, actor_label }) => actor_label || actor, from: 'md' },
        {
          title: m.at,
          cell: ({ created_at }) => format.time(created_at),
          from: 'sm',
          narrow: true,
        },
      ]}
      filters={useFilters()}
    />
  )
}

function useFilters(): Filter[] {
  const m = useMessages(messages)
  return [
    {
      kind: 'choice',
      label: m.method,
      names: ['method'],
      choices: METHODS.map((value) => ({ value, label: value })),
    },
    {
      kind: 'choice',
      label: m.status,
      names: ['status'],
      choices: STATUSES.map((value) => ({ value, label: m.classes[value] ?? value })),
    },
    {
      kind: 'choice',
      label: m.kind,
      names: ['actor_kind'],
      unchosen: m.kinds.key,
      choices: [
        { value: 'user', label: m.kinds.user },
        { value: EVERYBODY, label: m.everybody },
      ],
    },
    { kind: 'text', label: m.operation, names: ['operation'] },
    { kind: 'text', label: m.actor, names: ['actor'], rare: true },
    { kind: 'text', label: m.objectId, names: ['object_id'], rare: true },
    { kind: 'text', label: m.idempotencyKey, names: ['idempotency_key'], rare: true },
    createdBetween(m.at),
  ]
}
