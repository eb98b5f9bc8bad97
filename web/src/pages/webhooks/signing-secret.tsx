// Shows a signing secret once.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconKey } from '../../icons.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function SigningSecret({ secret, onKept }: { secret: string; onKept: () => void }) {
  const m = useMessages(messages)
  return (
    <Alert color="green" icon={<IconKey aria-hidden />} title={m.onceTitle} maw={820} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{m.onceText}</Text>
        <CopyText text={secret} />
        <Button onClick={onKept}>{m.copied}</Button>
      </Stack>
    </Alert>
  )
}
