// The second step of signing in: after the password, the code of the second factor.
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { send } from '../../api/client.ts'
import { useApiForm } from '../../form/api-form.ts'
import { CodeField } from '../../form/code-field.tsx'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { useMessages } from '../../text/locale.tsx'
import { signInMessages as messages } from './messages.ts'

interface CodeFormProps {
  onSignedIn: () => void | Promise<void>
  /** Returns to email and password. */
  onBack: () => void
}

export function CodeForm({ onSignedIn, onBack }: CodeFormProps) {
  const m = useMessages(messages)
  const form = useApiForm({
    initial: { code: '' },
    errorsOnTop: true,
    save: async (body) => {
      await send('/session/v1', { method: 'POST', path: '/sessions/second_factor', body })
      await onSignedIn()
    },
    onFailed: (_, { setFieldValue }) => {
      setFieldValue('code', '')
      return false
    },
  })
  return (
    <form onSubmit={form.submit}>
      <Stack>
        <Text size="sm">{m.codeText}</Text>
        <FailureAlert failure={form.failure} />
        <CodeField autoFocus {...form.getInputProps('code')} />
        <Button type="submit" loading={form.submitting}>
          {m.signIn}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onBack}>
          {m.codeBack}
        </Anchor>
      </Stack>
    </form>
  )
}
