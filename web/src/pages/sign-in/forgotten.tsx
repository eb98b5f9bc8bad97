// Asking for a new password: by mail where the service sends mails, and how else where it does not.
import {
  Alert,
  Anchor,
  Button,
  Center,
  Code,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import type { ResetWay } from '../../api/types.ts'
import { Loaded } from '../../page/loaded.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useRefusal } from '../../words/refusals.ts'
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

/** What is there for whoever has no mail, or where none is sent. */
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
  const tell = useRefusal()
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'asking' | 'busy' | 'asked'>('asking')
  const [refused, setRefused] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setRefused('')
    try {
      await send('/session/v1', { method: 'POST', path: RESETS, body: { email } })
      setState('asked')
    } catch (error) {
      setRefused(tell(error as ApiError))
      setState('asking')
    }
  }
  if (state === 'asked') {
    return (
      <>
        <Text role="status">{m.resetAsked(email)}</Text>
        <Text c="dimmed" size="sm">
          {m.resetNothing}
        </Text>
      </>
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{m.resetText}</Text>
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <TextInput
          label={m.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={state === 'busy'}>
          {m.resetAsk}
        </Button>
      </Stack>
    </form>
  )
}
