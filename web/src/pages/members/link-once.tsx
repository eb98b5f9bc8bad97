// A one-time link: to hand over, this once, or on its way by mail.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconLink, IconMail } from '@tabler/icons-react'
import type { Member } from '../../api/types.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

interface LinkMadeProps {
  made: Member
  onSeen: () => void
  /** Wants to see a link, instead of having it mailed. */
  onShow: () => void
}

export function LinkMade({ made, onSeen, onShow }: LinkMadeProps) {
  const w = useWords(words)
  if (made.link !== null) {
    return (
      <Alert color="green" icon={<IconLink aria-hidden />} title={w.linkTitle} mb="md" role="alert">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{w.linkText}</Text>
          <CopyText text={made.link} />
          <Button onClick={onSeen}>{w.handed}</Button>
        </Stack>
      </Alert>
    )
  }
  return (
    <Alert color="green" icon={<IconMail aria-hidden />} title={w.mailedTitle} mb="md" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{w.mailedText(made.email)}</Text>
        <Group>
          <Button onClick={onSeen}>{w.mailedSeen}</Button>
          <Button variant="default" onClick={onShow}>
            {w.show}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
