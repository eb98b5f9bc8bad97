// Changing one's own password.
import { Alert, Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import { PasswordField } from '../../form/password-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useRefusal } from '../../words/refusals.ts'
import { messages } from './messages.ts'

export function PasswordForm() {
  const m = useMessages(messages)
  const tell = useRefusal()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefused('')
    const body = { password: current, new_password: next }
    try {
      await send('/session/v1', { method: 'POST', path: '/password', body })
      setCurrent('')
      setNext('')
      notifications.show({ message: m.saved, color: 'green' })
    } catch (error) {
      setRefused(tell(error as ApiError))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={420} align="stretch">
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <PasswordField
          label={m.current}
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordField
          label={m.next}
          description={m.nextAbout}
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-start' }}>
          {m.save}
        </Button>
      </Stack>
    </form>
  )
}
