// Changing one's own password.
import { Alert, Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { useWords } from '../../words/language.tsx'
import { useRefusal } from '../../words/refusals.ts'
import { words } from './words.ts'

export function PasswordForm() {
  const w = useWords(words)
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
      notifications.show({ message: w.saved, color: 'green' })
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
          label={w.current}
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordField
          label={w.next}
          description={w.nextAbout}
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-start' }}>
          {w.save}
        </Button>
      </Stack>
    </form>
  )
}
