// Current password and a code, which every change of the second factor requires.
import { Button, Group, Stack } from '@mantine/core'
import { useApiForm } from '../../form/api-form.ts'
import { CodeField } from '../../form/code-field.tsx'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

interface ProofFormProps {
  label: string
  /** Overrides the description of the code field. */
  codeAbout?: string
  onProof: (proof: { password: string; code: string }) => Promise<void>
  onCancel?: () => void
}

export function ProofForm({ label, codeAbout, onProof, onCancel }: ProofFormProps) {
  const m = useMessages(messages)
  const form = useApiForm({ initial: { password: '', code: '' }, errorsOnTop: true, save: onProof })
  return (
    <form onSubmit={form.submit}>
      <Stack maw={420} align="stretch">
        <FailureAlert failure={form.failure} />
        <CodeField {...(codeAbout && { description: codeAbout })} {...form.getInputProps('code')} />
        <PasswordField
          label={m.current}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
          name="factor-password"
        />
        <Group>
          <Button type="submit" loading={form.submitting}>
            {label}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {m.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
