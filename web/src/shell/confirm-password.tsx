// Asks for the password before an action that grants lasting access; the action then continues.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { onPasswordRequired, send } from '../api/client.ts'
import { useApiForm } from '../form/api-form.ts'
import { CodeField } from '../form/code-field.tsx'
import { FailureAlert } from '../form/failure-alert.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useMessages } from '../text/locale.tsx'
import { messages } from './messages.ts'

export function ConfirmPassword({ guarded }: { guarded: boolean }) {
  const m = useMessages(messages)
  const [open, setOpen] = useState(false)
  /** Actions that wait for the same password. */
  const waiting = useRef<((confirmed: boolean) => void)[]>([])
  useEffect(() => {
    onPasswordRequired(
      () =>
        new Promise<boolean>((resolve) => {
          waiting.current.push(resolve)
          setOpen(true)
        }),
    )
    return () => onPasswordRequired(undefined)
  }, [])
  const end = (confirmed: boolean) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(confirmed)
  }
  return (
    <Modal opened={open} onClose={() => end(false)} title={m.confirmPassword} zIndex={400}>
      <PasswordForm guarded={guarded} onEnd={end} />
    </Modal>
  )
}

interface PasswordFormProps {
  /** True if the user signs in with a second factor. */
  guarded: boolean
  onEnd(confirmed: boolean): void
}

function PasswordForm({ guarded, onEnd }: PasswordFormProps) {
  const m = useMessages(messages)
  const form = useApiForm({
    initial: { password: '', code: '' },
    errorsOnTop: true,
    save: async ({ password, code }) => {
      const body = guarded ? { password, code } : { password }
      await send('/session/v1', { method: 'POST', path: '/sessions/confirm', body })
      onEnd(true)
    },
  })
  return (
    <form onSubmit={form.submit}>
      <Stack>
        <Text size="sm">{m.confirmPasswordText}</Text>
        <FailureAlert failure={form.failure} />
        <PasswordField
          label={m.password}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
          name="confirm-password"
        />
        {guarded && <CodeField {...form.getInputProps('code')} />}
        <Group>
          <Button type="submit" loading={form.submitting}>
            {m.confirm}
          </Button>
          <Button variant="default" onClick={() => onEnd(false)}>
            {m.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
