// A new key, whole, this once.
import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { CopyIcon } from '../../parts/copy-text.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function SecretOnce({ secret, onKept }: { secret: string; onKept: () => void }) {
  const w = useWords(words)
  const call = `curl ${window.location.origin}/v1/customers -H "Authorization: Bearer ${secret}"`
  return (
    <Alert color="green" icon={<IconKey aria-hidden />} title={w.onceTitle} maw={820} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{w.onceText}</Text>
        <span>
          <Code data-testid="secret" style={{ overflowWrap: 'anywhere' }}>
            {secret}
          </Code>{' '}
          <CopyIcon text={secret} />
        </span>
        <Text size="sm">{w.tryIt}</Text>
        <Code
          block
          tabIndex={0}
          maw="100%"
          style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}
        >
          {call}
        </Code>
        <Button onClick={onKept}>{w.toKeys}</Button>
      </Stack>
    </Alert>
  )
}
