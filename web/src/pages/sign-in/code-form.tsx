// The second step of signing in: the password was right, and a code is to come.
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import { CodeField } from '../../form/code-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useRefusal } from '../../words/refusals.ts'
import { signInMessages as messages } from './messages.ts'

interface CodeFormProps {
  onSignedIn: () => void | Promise<void>
  /** Back to email and password. */
  onBack: () => void
}

export function CodeForm({ onSignedIn, onBack }: CodeFormProps) {
  const m = useMessages(messages)
  const tell = useRefusal()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefused('')
    try {
      await send('/session/v1', { method: 'POST', path: '/sessions/second_factor', body: { code } })
      await onSignedIn()
    } catch (error) {
      setRefused(tell(error as ApiError))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{m.codeText}</Text>
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <CodeField
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {m.signIn}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onBack}>
          {m.codeBack}
        </Anchor>
      </Stack>
    </form>
  )
}
