// What is sent of an event, to be read and copied.
import { Box, Code, Group, Title } from '@mantine/core'
import type { Event } from '../../api/types.ts'
import { CopyIcon } from '../../text/copy-text.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function Payload({ event }: { event: Event }) {
  const m = useMessages(messages)
  const text = JSON.stringify(event, undefined, 2)
  return (
    <Box>
      <Group gap="xs" mb={4}>
        <Title order={2} size="h5">
          {m.sent}
        </Title>
        <CopyIcon text={text} />
      </Group>
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
