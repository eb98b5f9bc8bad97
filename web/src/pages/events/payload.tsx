// The payload of an event, to read and copy.
import { Box, Code, Group, Text, Title } from '@mantine/core'
import { scopeOfEvents } from '../../../../src/domain/event.ts'
import { useMay } from '../../api/tenant.ts'
import type { Event } from '../../api/types.ts'
import { CopyIcon } from '../../text/copy-text.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function Payload({ event }: { event: Event }) {
  const m = useMessages(messages)
  const canRead = useMay(scopeOfEvents(event.type))
  const text = JSON.stringify(event, undefined, 2)
  return (
    <Box>
      <Group gap="xs" mb={4}>
        <Title order={2} size="h5">
          {m.sent}
        </Title>
        <CopyIcon text={text} />
      </Group>
      {!canRead && (
        <Text size="sm" c="dimmed" mb={4}>
          {m.reduced}
        </Text>
      )}
      <Code
        block
        tabIndex={0}
        aria-label={m.payload(String(event.sequence))}
        mah={480}
        style={{ overflow: 'auto' }}
      >
        {text}
      </Code>
    </Box>
  )
}
