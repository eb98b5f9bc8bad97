// Shows a new key in full, once.
import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconKey } from '../../icons.tsx'
import { CopyIcon } from '../../text/copy-text.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function SecretOnce({ secret, onKept }: { secret: string; onKept: () => void }) {
  const m = useMessages(messages)
  const call = `curl ${window.location.origin}/v1/customers -H "Authorization: Bearer ${secret}"`
  return (
    <Alert color="green" icon={<IconKey aria-hidden />} title={m.onceTitle} maw={820} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{m.onceText}</Text>
        <span>
          <Code data-testid="secret" style={{ overflowWrap: 'anywhere' }}>
            {secret}
          </Code>{' '}
          <CopyIcon text={secret} />
        </span>
        <Text size="sm">{m.tryIt}</Text>
        <Code
          block
          tabIndex={0}
          maw="100%"
          style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}
        >
          {call}
        </Code>
        <Button onClick={onKept}>{m.toKeys}</Button>
      </Stack>
    </Alert>
  )
}
