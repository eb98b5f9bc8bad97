// An edit conflict in a draft: the changes of the other user, and the choice between the versions.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Answered, type ApiError, send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { ButtonLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { type DraftText, textOf } from './draft.ts'
import { messages } from './editor-messages.ts'

interface ConflictProps {
  id: string
  /** The draft as it was when it was opened. */
  before: DraftText
  /** Saves this user's version over the current one. */
  onMine: (etag: string | null) => void
  onTheirs: () => void
}

export function Conflict({ id, before, onMine, onTheirs }: ConflictProps) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const { surface } = useTenant()
  const { data } = useQuery<Answered<Invoice>, ApiError>({
    queryKey: ['conflict', surface, id],
    queryFn: ({ signal }) =>
      send<Invoice>(surface, { method: 'GET', path: `/invoices/${id}`, signal }),
    gcTime: 0,
    staleTime: 0,
  })
  if (!data) return null
  const { body: theirs, etag } = data
  if (theirs.status !== 'draft') {
    return (
      <Alert color="yellow" title={m.conflict}>
        <Text size="sm" mb="sm">
          {m.notDraft(theirs.number)}
        </Text>
        <ButtonLink to={`invoices/${id}`} size="xs" variant="default">
          {m.toInvoice}
        </ButtonLink>
      </Alert>
    )
  }
  const changed = propertiesOf(before, textOf(theirs, locale))
  const names = changed.map((name) => m.properties[name]).join(', ')
  return (
    <Alert color="yellow" title={m.conflict} role="alert">
      <Text size="sm" mb="sm">
        {names ? m.conflictText(names) : m.conflictNone}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => onMine(etag)}>
          {m.useMine}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {m.useTheirs}
        </Button>
      </Group>
    </Alert>
  )
}

/** The properties in which two drafts differ; the keys of rows exist on this page only. */
function propertiesOf(a: DraftText, b: DraftText): (keyof DraftText)[] {
  const plain = (draft: DraftText, name: keyof DraftText) =>
    JSON.stringify(
      name === 'lines' ? draft.lines.map((line) => ({ ...line, key: 0 })) : draft[name],
    )
  return (Object.keys(a) as (keyof DraftText)[]).filter((name) => plain(a, name) !== plain(b, name))
}
