// Recovery codes, shown once: to copy, or to keep as a file.
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function RecoveryCodesShown({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const w = useWords(words)
  const text = `${codes.join('\n')}\n`
  return (
    <Alert color="yellow" title={w.codes} maw={560} role="status">
      <Stack>
        <Text size="sm">{w.codesText}</Text>
        <Code block tabIndex={0}>
          {text}
        </Code>
        <Group>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? w.codesCopied : w.codesCopy}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="reckoner-recovery-codes.txt"
          >
            {w.codesDownload}
          </Button>
          <Button onClick={onDone}>{w.codesDone}</Button>
        </Group>
      </Stack>
    </Alert>
  )
}
