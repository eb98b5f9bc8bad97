// A request or response body of the log, formatted, or the reason why it is missing.
import { Box, Code, Group, Text, Title } from '@mantine/core'
import { CopyIcon } from '../../text/copy-text.tsx'
import { useMessages } from '../../text/locale.tsx'
import { laidOut } from './call.ts'
import { messages } from './messages.ts'

interface KeptBodyProps {
  title: string
  text: string | null
  /** True if it was truncated. */
  cut: boolean
  /** The text shown if there is no body. */
  none: string
}

export function KeptBody({ title, text, cut, none }: KeptBodyProps) {
  const m = useMessages(messages)
  const shown = text === null ? null : laidOut(text)
  return (
    <Box>
      <Group gap="xs" mb={4}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {shown !== null && <CopyIcon text={shown} />}
      </Group>
      {shown === null ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Code block tabIndex={0} aria-label={title} mah={480} style={{ overflow: 'auto' }}>
          {shown}
        </Code>
      )}
      {cut && (
        <Text size="sm" c="dimmed" mt={4}>
          {m.cut}
        </Text>
      )}
    </Box>
  )
}
