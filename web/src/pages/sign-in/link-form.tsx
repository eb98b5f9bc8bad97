// The form that redeems a link: the user's name and password.
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import type { LinkFacts } from '../../api/types.ts'
import { useApiForm } from '../../form/api-form.ts'
import { CodeField } from '../../form/code-field.tsx'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function LinkForm({ token, facts }: { token: string; facts: LinkFacts }) {
  const m = useMessages(messages)
  const { purpose, asks, role } = facts
  const [asksCode, setAsksCode] = useState(false)
  const isNew = asks === 'new_password'
  const form = useApiForm({
    initial: { email: facts.email ?? '', name: '', password: '', code: '' },
    errorsOnTop: true,
    save: ({ name, code, ...others }) => {
      const body = { token, ...others, ...(name && { name }), ...(code && { code }) }
      return send('/session/v1', { method: 'POST', path: '/links/redeem', body })
    },
    onSaved: () => window.location.assign('/'),
    onFailed: ({ code }) => {
      const isMissing = code === 'second_factor_code_required'
      if (isMissing) setAsksCode(true)
      return isMissing
    },
  })
  return (
    <form onSubmit={form.submit}>
      <Stack>
        <Title order={1}>{m.title[purpose]}</Title>
        <Text c="dimmed">{m.about[purpose](facts.account_name ?? '')}</Text>
        {role && purpose === 'invitation' && <Text>{m.role(m.roles[role])}</Text>}
        <FailureAlert failure={form.failure} />
        <TextInput
          label={m.email}
          type="email"
          autoComplete="username"
          required
          readOnly={facts.email !== null}
          {...form.getInputProps('email')}
        />
        {purpose !== 'password_reset' && (
          <TextInput
            label={m.name}
            description={m.nameAbout}
            autoComplete="name"
            {...form.getInputProps('name')}
          />
        )}
        <PasswordField
          label={isNew ? m.newPassword : m.password}
          description={isNew ? m.newPasswordAbout : m.passwordAbout(m.newPasswordAbout)}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          {...form.getInputProps('password')}
        />
        {asksCode && <CodeField autoFocus {...form.getInputProps('code')} />}
        <Button type="submit" loading={form.submitting}>
          {m.go[purpose]}
        </Button>
      </Stack>
    </form>
  )
}
