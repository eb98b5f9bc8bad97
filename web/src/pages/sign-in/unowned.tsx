// Shown above the sign-in form while the installation has no owner: how to become the owner.
import { Code, Stack, Text, Title } from '@mantine/core'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function Unowned() {
  const m = useMessages(messages)
  return (
    <Stack gap="xs" mb="lg">
      <Title order={2}>{m.unowned}</Title>
      <Text>{m.unownedText}</Text>
      <Text c="dimmed">{m.unownedAnother}</Text>
      <Code block tabIndex={0}>
        npm run -s reckoner -- owner-link
      </Code>
    </Stack>
  )
}
