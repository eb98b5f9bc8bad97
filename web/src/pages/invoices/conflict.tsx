// Two people at one draft: what the other one changed, and the choice between the two.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Answered, type ApiError, send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { ButtonLink } from '../../parts/page-link.tsx'
import { decimalMark } from '../../words/amount-text.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { type DraftText, textOf } from './draft.ts'
import { words } from './editor-words.ts'

interface ConflictProps {
  id: string
  /** The draft as it was when it was opened. */
  before: DraftText
  /** Save mine upon the version of now. */
  onMine: (etag: string | null) => void
  onTheirs: () => void
}

export function Conflict({ id, before, onMine, onTheirs }: ConflictProps) {
  const w = useWords(words)
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
      <Alert color="yellow" title={w.conflict}>
        <Text size="sm" mb="sm">
          {w.notDraft(theirs.number)}
        </Text>
        <ButtonLink to={`invoices/${id}`} size="xs" variant="default">
          {w.toInvoice}
        </ButtonLink>
      </Alert>
    )
  }
  const changed = membersOf(before, textOf(theirs, decimalMark(locale)))
  const names = changed.map((name) => w.members[name]).join(', ')
  return (
    <Alert color="yellow" title={w.conflict} role="alert">
      <Text size="sm" mb="sm">
        {names ? w.conflictText(names) : w.conflictNone}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => onMine(etag)}>
          {w.useMine}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {w.useTheirs}
        </Button>
      </Group>
    </Alert>
  )
}

/** The members in which two drafts differ; the keys of rows are of this page only. */
function membersOf(a: DraftText, b: DraftText): (keyof DraftText)[] {
  const plain = (draft: DraftText, name: keyof DraftText) =>
    JSON.stringify(
      name === 'lines' ? draft.lines.map((line) => ({ ...line, key: 0 })) : draft[name],
    )
  return (Object.keys(a) as (keyof DraftText)[]).filter((name) => plain(a, name) !== plain(b, name))
}
