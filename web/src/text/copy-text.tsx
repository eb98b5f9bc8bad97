// A text to copy: an ID, a URL, a call.
import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '../icons.tsx'
import { useMessages } from './locale.tsx'
import { sharedMessages } from './messages.ts'

export function CopyIcon({ text }: { text: string }) {
  const m = useMessages(sharedMessages)
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? m.copied : m.copy}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            onClick={copy}
            aria-label={copied ? m.copied : m.copy}
          >
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

export function CopyText({ text }: { text: string }) {
  return (
    <Group gap={4} wrap="nowrap" maw="100%">
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <CopyIcon text={text} />
    </Group>
  )
}
