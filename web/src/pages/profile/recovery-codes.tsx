// Recovery codes, shown once, to copy or to save as a file.
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function RecoveryCodesShown({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const m = useMessages(messages)
  const text = `${codes.join('\n')}\n`
  return (
    <Alert color="yellow" title={m.codes} maw={560} role="status">
      <Stack>
        <Text size="sm">{m.codesText}</Text>
        <Code block tabIndex={0}>
          {text}
        </Code>
        <Group>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? m.codesCopied : m.codesCopy}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="reckoner-recovery-codes.txt"
          >
            {m.codesDownload}
          </Button>
          <Button onClick={onDone}>{m.codesDone}</Button>
        </Group>
      </Stack>
    </Alert>
  )
}
