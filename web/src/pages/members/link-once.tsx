// A one-time link to hand over, this once.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { CopyText } from '../../parts/copy-text.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function LinkOnce({ link, onKept }: { link: string; onKept: () => void }) {
  const w = useWords(words)
  return (
    <Alert color="green" icon={<IconLink aria-hidden />} title={w.linkTitle} mb="md" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{w.linkText}</Text>
        <CopyText text={link} />
        <Button onClick={onKept}>{w.handed}</Button>
      </Stack>
    </Alert>
  )
}
