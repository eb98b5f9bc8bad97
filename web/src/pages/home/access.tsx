// What still goes back to a test key that let somebody in, for those who manage members.
import { Alert, List, Stack, Text } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { AccessReview } from '../../api/types.ts'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function Access() {
  return useMay('members:write') ? <Shown /> : null
}

function Shown() {
  const m = useMessages(messages)
  const format = useFormat()
  const { data } = useRead<AccessReview>('/access_review')
  if (!data || data.total_count === 0) return null
  const more = data.total_count - data.descendants.length
  return (
    <Alert color="red" title={m.access} component="section" aria-label={m.access}>
      <Stack gap="xs">
        <Text size="sm">{m.accessText}</Text>
        <List size="sm">
          {data.descendants.map(({ id, reason, name, test_key, done_at }) => (
            <List.Item key={`${reason} ${id}`} style={{ overflowWrap: 'anywhere' }}>
              {m.descends[reason](name)} · {test_key} · {format.time(done_at)}
            </List.Item>
          ))}
        </List>
        {more > 0 && <Text size="sm">{m.accessMore(format.number(more))}</Text>}
        <Text size="sm">{m.accessHow}</Text>
        <CopyText text={data.command} />
      </Stack>
    </Alert>
  )
}
