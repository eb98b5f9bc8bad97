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
import { Loaded } from '../../parts/loaded.tsx'
import { useWords } from '../../words/language.tsx'
import { useRefusal } from '../../words/refusals.ts'
import { words } from './words.ts'

const RESETS = '/password_resets'

export function ForgottenPage() {
  const w = useWords(words)
  const query = useQuery<ResetWay, ApiError>({
    queryKey: ['password resets'],
    queryFn: async ({ signal }) =>
      (await send<ResetWay>('/session/v1', { method: 'GET', path: RESETS, signal })).body,
  })
  return (
    <Center component="main" mih="80vh" p="md">
      <Paper withBorder p="xl" w={440} maw="100%">
        <Stack>
          <Title order={1}>{w.forgottenTitle}</Title>
          <Loaded query={query}>
            {({ delivery }) => (delivery === 'mail' ? <AskByMail /> : <ByHand />)}
          </Loaded>
          <Anchor href="/sign-in">{w.toSignIn}</Anchor>
        </Stack>
      </Paper>
    </Center>
  )
}

/** What is there for whoever has no mail, or where none is sent. */
function ByHand() {
  const w = useWords(words)
  return (
    <>
      <Text>{w.forgottenText}</Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        npm run -s reckoner -- owner-link --email you@example.com
      </Code>
    </>
  )
}

function AskByMail() {
  const w = useWords(words)
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
        <Text role="status">{w.resetAsked(email)}</Text>
        <Text c="dimmed" size="sm">
          {w.resetNothing}
        </Text>
      </>
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{w.resetText}</Text>
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <TextInput
          label={w.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={state === 'busy'}>
          {w.resetAsk}
        </Button>
      </Stack>
    </form>
  )
}
