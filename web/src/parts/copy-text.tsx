// A text that is meant to be pasted elsewhere: an id, an address, a call.
import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useWords } from '../words/language.tsx'
import { words } from './words.ts'

export function CopyIcon({ text }: { text: string }) {
  const w = useWords(words)
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? w.copied : w.copy}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            onClick={copy}
            aria-label={copied ? w.copied : w.copy}
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
