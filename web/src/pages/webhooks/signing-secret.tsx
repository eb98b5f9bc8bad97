// A signing secret, this once.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { CopyText } from '../../parts/copy-text.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function SigningSecret({ secret, onKept }: { secret: string; onKept: () => void }) {
  const w = useWords(words)
  return (
    <Alert color="green" icon={<IconKey aria-hidden />} title={w.onceTitle} maw={820} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{w.onceText}</Text>
        <CopyText text={secret} />
        <Button onClick={onKept}>{w.copied}</Button>
      </Stack>
    </Alert>
  )
}
