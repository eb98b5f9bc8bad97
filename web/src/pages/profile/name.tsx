// The user's name, which others see, and the email for signing in.
import { Button, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import { useApiForm } from '../../form/api-form.ts'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function NameForm() {
  const m = useMessages(messages)
  const { user } = useTenant().session
  const client = useQueryClient()
  const form = useApiForm({
    initial: { name: user.name },
    errorsOnTop: true,
    save: (body) => send('/session/v1', { method: 'PATCH', path: '/user', body }),
    onSaved: async () => {
      notifications.show({ message: m.nameSaved, color: 'green' })
      await client.invalidateQueries({ queryKey: ['session'] })
    },
  })
  return (
    <form onSubmit={form.submit}>
      <Stack maw={420} align="stretch">
        <FailureAlert failure={form.failure} />
        <TextInput
          label={m.name}
          description={m.nameAbout}
          autoComplete="name"
          maxLength={200}
          required
          {...form.getInputProps('name')}
        />
        <TextInput label={m.email} value={user.email} readOnly variant="unstyled" />
        <Button type="submit" loading={form.submitting} style={{ alignSelf: 'flex-start' }}>
          {m.saveName}
        </Button>
      </Stack>
    </form>
  )
}
