// Requests a new password: by email if the service sends emails; else explains the alternatives.
import { Anchor, Button, Center, Code, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import type { ResetWay } from '../../api/types.ts'
import { useApiForm } from '../../form/api-form.ts'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

const RESETS = '/password_resets'

export function ForgottenPage() {
  const m = useMessages(messages)
  const query = useQuery<ResetWay, ApiError>({
    queryKey: ['password resets'],
    queryFn: async ({ signal }) =>
      (await send<ResetWay>('/session/v1', { method: 'GET', path: RESETS, signal })).body,
  })
  return (
    <Center component="main" mih="80vh" p="md">
      <Paper withBorder p="xl" w={440} maw="100%">
        <Stack>
          <Title order={1}>{m.forgottenTitle}</Title>
          <Loaded query={query}>
            {({ delivery }) => (delivery === 'mail' ? <AskByMail /> : <ByHand />)}
          </Loaded>
          <Anchor href="/sign-in">{m.toSignIn}</Anchor>
        </Stack>
      </Paper>
    </Center>
  )
}

/** The alternatives without email. */
function ByHand() {
  const m = useMessages(messages)
  return (
    <>
      <Text>{m.forgottenText}</Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        npm run -s reckoner -- owner-link --email you@example.com
      </Code>
    </>
  )
}

function AskByMail() {
  const m = useMessages(messages)
  const [isSent, setIsSent] = useState(false)
  const form = useApiForm({
    initial: { email: '' },
    errorsOnTop: true,
    save: (body) => send('/session/v1', { method: 'POST', path: RESETS, body }),
    onSaved: () => setIsSent(true),
  })
  if (isSent) {
    return (
      <>
        <Text role="status">{m.resetRequested(form.values.email)}</Text>
        <Text c="dimmed" size="sm">
          {m.resetNothing}
        </Text>
      </>
    )
  }
  return (
    <form onSubmit={form.submit}>
      <Stack>
        <Text>{m.resetText}</Text>
        <FailureAlert failure={form.failure} />
        <TextInput
          label={m.email}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={form.submitting}>
          {m.resetAsk}
        </Button>
      </Stack>
    </form>
  )
}
