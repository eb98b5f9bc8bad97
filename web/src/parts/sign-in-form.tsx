// Mail and password, and nothing else: on the page of its own, and over a page whose session ended.
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ApiError, send } from '../api/client.ts'
import { useWords } from '../words/language.tsx'
import { useRefusal } from '../words/refusals.ts'
import { CodeForm } from './code-form.tsx'
import { PasswordField } from './password-field.tsx'
import { words } from './words.ts'

interface SignInFormProps {
  email?: string
  onSignedIn: () => void | Promise<void>
}

export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const w = useWords(words)
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
      const { body: told } = await send<{ object: string }>('/session/v1', request)
      if (told.object === 'sign_in_challenge') setWaits(true)
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
          label={w.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label={w.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {w.signIn}
        </Button>
      </Stack>
    </form>
  )
}
