// The email and password form, on the sign-in page and over a page whose session has expired.
import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { useApiForm } from '../../form/api-form.ts'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { CodeForm } from './code-form.tsx'
import { signInMessages as messages } from './messages.ts'

interface SignInFormProps {
  email?: string
  onSignedIn: () => void | Promise<void>
}

export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const m = useMessages(messages)
  const [waits, setWaits] = useState(false)
  const form = useApiForm({
    initial: { email: known, password: '' },
    errorsOnTop: true,
    save: async (body) => {
      const request = { method: 'POST', path: '/sessions', body } as const
      const { body: answer } = await send<{ object: string }>('/session/v1', request)
      if (answer.object === 'sign_in_challenge') setWaits(true)
      else await onSignedIn()
    },
  })
  if (waits) return <CodeForm onSignedIn={onSignedIn} onBack={() => setWaits(false)} />
  return (
    <form onSubmit={form.submit}>
      <Stack>
        <FailureAlert failure={form.failure} />
        <TextInput
          label={m.email}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={m.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={form.submitting}>
          {m.signIn}
        </Button>
      </Stack>
    </form>
  )
}
