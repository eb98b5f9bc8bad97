// Who redeems a link, and with which password.
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import type { LinkFacts } from '../../api/types.ts'
import { CodeField } from '../../form/code-field.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useRefusal } from '../../words/refusals.ts'
import { messages } from './messages.ts'

export function LinkForm({ token, facts }: { token: string; facts: LinkFacts }) {
  const m = useMessages(messages)
  const tell = useRefusal()
  const { purpose, asks, role } = facts
  const [email, setEmail] = useState(facts.email ?? '')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const isNew = asks === 'new_password'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefused('')
    try {
      const body = { token, password, email, ...(name && { name }), ...(code && { code }) }
      await send('/session/v1', { method: 'POST', path: '/links/redeem', body })
      window.location.assign('/')
    } catch (error) {
      const { code: refusedBy } = error as ApiError
      if (refusedBy === 'second_factor_code_required') setAsksCode(true)
      else setRefused(tell(error as ApiError))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1}>{m.title[purpose]}</Title>
        <Text c="dimmed">{m.about[purpose](facts.account_name ?? '')}</Text>
        {role && purpose === 'invitation' && <Text>{m.role(m.roles[role])}</Text>}
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <TextInput
          label={m.email}
          type="email"
          autoComplete="username"
          required
          readOnly={facts.email !== null}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {purpose !== 'password_reset' && (
          <TextInput
            label={m.name}
            description={m.nameAbout}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <PasswordField
          label={isNew ? m.newPassword : m.password}
          description={isNew ? m.newPasswordAbout : m.passwordAbout(m.newPasswordAbout)}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {asksCode && (
          <CodeField
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" loading={busy}>
          {m.go[purpose]}
        </Button>
      </Stack>
    </form>
  )
}
