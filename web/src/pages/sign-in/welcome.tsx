// The target of one-time links: becoming an owner, joining an account, or setting a new password.
import { Button, Center, Code, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import type { LinkFacts } from '../../api/types.ts'
import { useErrorText } from '../../text/errors.ts'
import { useMessages } from '../../text/locale.tsx'
import { LinkForm } from './link-form.tsx'
import { messages } from './messages.ts'

export function WelcomePage() {
  const m = useMessages(messages)
  // In the fragment, so that no server and no log sees it; read once, then removed from the URL.
  const [token] = useState(() => window.location.hash.slice(1))
  const [facts, setFacts] = useState<LinkFacts>()
  const [failure, setFailure] = useState<ApiError>()
  useEffect(() => {
    send<LinkFacts>('/session/v1', {
      method: 'POST',
      path: '/links/inspect',
      body: { token },
    }).then(({ body }) => setFacts(body), setFailure)
  }, [token])
  return (
    <Center component="main" mih="80vh" p="md">
      <Paper withBorder p="xl" w={440} maw="100%">
        {failure ? (
          <LinkLost error={failure} />
        ) : facts ? (
          <LinkForm token={token} facts={facts} />
        ) : (
          <Stack aria-busy="true" aria-label={m.reading} role="status">
            <Skeleton h={28} w="70%" />
            <Skeleton h={36} />
            <Skeleton h={36} />
            <Skeleton h={36} />
          </Stack>
        )}
      </Paper>
    </Center>
  )
}

function LinkLost({ error }: { error: ApiError }) {
  const m = useMessages(messages)
  const errorText = useErrorText()
  return (
    <Stack>
      <Title order={1}>{m.lost}</Title>
      <Text role="alert">{errorText(error)}</Text>
      <Text c="dimmed">{m.lostText}</Text>
      <Code block tabIndex={0}>
        npm run -s reckoner -- owner-link
      </Code>
      <Button component="a" href="/sign-in" variant="default">
        {m.toSignIn}
      </Button>
    </Stack>
  )
}
