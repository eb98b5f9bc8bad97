// What was asked of the API, the latest first, and as it comes if one wants.
import { Button, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { LoggedRequest } from '../../api/types.ts'
import { createdBetween, type Filter } from '../../parts/filter-bar.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { AnswerStatus } from './status.tsx'
import { words } from './words.ts'

const LIVE_MS = 2_000
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
/** Classes, and what one looks for most. */
const STATUSES = ['2xx', '4xx', '5xx', '400', '403', '404', '409', '422', '429'] as const

export function RequestsPage() {
  const w = useWords(words)
  const format = useFormat()
  const [{ live }, change] = useSearchState()
  const label = live ? w.pause : w.live
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
      title={w.title}
      about={w.about}
      more={toggle}
      emptyText={w.empty}
      emptyButton={toggle}
      sample={{ method: 'GET', path: '/customers' }}
      path="/requests"
      permission="requests:read"
      {...(live && { everyMs: LIVE_MS })}
      idOf={({ id }) => id}
      columns={[
        {
          title: w.request,
          cell: ({ method, path }) => `${method} ${path}`,
          to: ({ id }) => `developers/requests/${id}`,
          below: ({ created_at }) => format.time(created_at),
        },
        { title: w.status, cell: ({ status }) => <AnswerStatus status={status} />, narrow: true },
        {
          title: w.code,
          cell: ({ error_code }) => error_code && <Text size="sm">{error_code}</Text>,
          from: 'lg',
        },
        {
          title: w.took,
          cell: ({ duration_ms }) => w.ms(format.number(duration_ms)),
          numeric: true,
          from: 'sm',
        },
        { title: w.who, cell: ({ actor, actor_label }) => actor_label || actor, from: 'md' },
        {
          title: w.at,
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
  const w = useWords(words)
  return [
    {
      kind: 'choice',
      label: w.method,
      names: ['method'],
      choices: METHODS.map((value) => ({ value, label: value })),
    },
    {
      kind: 'choice',
      label: w.status,
      names: ['status'],
      choices: STATUSES.map((value) => ({ value, label: w.classes[value] ?? value })),
    },
    {
      kind: 'choice',
      label: w.kind,
      names: ['actor_kind'],
      choices: (['key', 'user'] as const).map((value) => ({ value, label: w.kinds[value] })),
    },
    { kind: 'text', label: w.operation, names: ['operation'] },
    { kind: 'text', label: w.actor, names: ['actor'], rare: true },
    { kind: 'text', label: w.objectId, names: ['object_id'], rare: true },
    { kind: 'text', label: w.idempotencyKey, names: ['idempotency_key'], rare: true },
    createdBetween(w.at),
  ]
}
