// Mail and password, and nothing else: on the page of its own, and over a page whose session ended.
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import { PasswordField } from '../../form/password-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useRefusal } from '../../words/refusals.ts'
import { CodeForm } from './code-form.tsx'
import { signInMessages as messages } from './messages.ts'

interface SignInFormProps {
  email?: string
  onSignedIn: () => void | Promise<void>
}

export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const m = useMessages(messages)
  const tell = useRefusal()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const [waits, setWaits] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefused('')
    try {
      const body = { email, password }
      const request = { method: 'POST', path: '/sessions', body } as const
      const { body: answer } = await send<{ object: string }>('/session/v1', request)
      if (answer.object === 'sign_in_challenge') setWaits(true)
      else await onSignedIn()
    } catch (error) {
      setRefused(tell(error as ApiError))
    } finally {
      setBusy(false)
    }
  }
  if (waits) return <CodeForm onSignedIn={onSignedIn} onBack={() => setWaits(false)} />
  return (
    <form onSubmit={submit}>
      <Stack>
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
        <PasswordField
          label={m.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {m.signIn}
        </Button>
      </Stack>
    </form>
  )
}
