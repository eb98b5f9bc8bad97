// Changes the user's password.
import { Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { send } from '../../api/client.ts'
import { useApiForm } from '../../form/api-form.ts'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function PasswordForm() {
  const m = useMessages(messages)
  const form = useApiForm({
    initial: { password: '', new_password: '' },
    errorsOnTop: true,
    save: (body) => send('/session/v1', { method: 'POST', path: '/password', body }),
    onSaved: (_, { setValues }) => {
      setValues({ password: '', new_password: '' })
      notifications.show({ message: m.saved, color: 'green' })
    },
  })
  return (
    <form onSubmit={form.submit}>
      <Stack maw={420} align="stretch">
        <FailureAlert failure={form.failure} />
        <PasswordField
          label={m.current}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={m.next}
          description={m.nextAbout}
          autoComplete="new-password"
          required
          {...form.getInputProps('new_password')}
        />
        <Button type="submit" loading={form.submitting} style={{ alignSelf: 'flex-start' }}>
          {m.save}
        </Button>
      </Stack>
    </form>
  )
}
