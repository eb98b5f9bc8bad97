// A one-time link: shown once for the admin to pass on, or sent by email.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Member } from '../../api/types.ts'
import { IconLink, IconMail } from '../../icons.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

interface LinkMadeProps {
  made: Member
  onSeen: () => void
  /** Requests that the link be shown instead of emailed. */
  onShow: () => void
}

export function LinkMade({ made, onSeen, onShow }: LinkMadeProps) {
  const m = useMessages(messages)
  if (made.link !== null) {
    return (
      <Alert color="green" icon={<IconLink aria-hidden />} title={m.linkTitle} mb="md" role="alert">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{m.linkText}</Text>
          <CopyText text={made.link} />
          <Button onClick={onSeen}>{m.handed}</Button>
        </Stack>
      </Alert>
    )
  }
  return (
    <Alert color="green" icon={<IconMail aria-hidden />} title={m.mailedTitle} mb="md" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{m.mailedText(made.email)}</Text>
        <Group>
          <Button onClick={onSeen}>{m.mailedSeen}</Button>
          <Button variant="default" onClick={onShow}>
            {m.show}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
