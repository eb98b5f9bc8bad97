// What to do without a password.
import { Anchor, Center, Code, Paper, Stack, Text, Title } from '@mantine/core'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function ForgottenPage() {
  const w = useWords(words)
  return (
    <Center component="main" mih="80vh" p="md">
      <Paper withBorder p="xl" w={440} maw="100%">
        <Stack>
          <Title order={1}>{w.forgottenTitle}</Title>
          <Text>{w.forgottenText}</Text>
          <Code block tabIndex={0}>
            npm run -s reckoner -- owner-link --email you@example.com
          </Code>
          <Anchor href="/sign-in">{w.toSignIn}</Anchor>
        </Stack>
      </Paper>
    </Center>
  )
}
