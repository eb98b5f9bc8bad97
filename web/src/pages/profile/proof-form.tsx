// Current password and a code: what every change of the second factor takes.
import { Alert, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { CodeField } from '../../form/code-field.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useRefusal } from '../../words/refusals.ts'
import { messages } from './messages.ts'

interface ProofFormProps {
  label: string
  /** What the code is of; told by its field otherwise. */
  codeAbout?: string
  onProof: (proof: { password: string; code: string }) => Promise<void>
  onCancel?: () => void
}

export function ProofForm({ label, codeAbout, onProof, onCancel }: ProofFormProps) {
  const m = useMessages(messages)
  const tell = useRefusal()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefused('')
    try {
      await onProof({ password, code })
    } catch (error) {
      setRefused(tell(error as ApiError))
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
        <CodeField
          {...(codeAbout && { description: codeAbout })}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <PasswordField
          label={m.current}
          name="factor-password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={busy}>
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
