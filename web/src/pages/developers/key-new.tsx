// Making an API key, and showing it once.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePagePath } from '../../api/tenant.ts'
import type { ApiKey } from '../../api/types.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { useWriteForm } from '../../form/write-form.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import { ScopePicker } from './scope-picker.tsx'
import { SecretOnce } from './secret-once.tsx'

const NEW_KEY = { name: '', scopes: ['*'], expires_at: '' }

/** As the API takes it: the last instant of the day. */
const bodyOf = ({ name, scopes, expires_at }: typeof NEW_KEY) => ({
  name,
  scopes,
  ...(expires_at && { expires_at: `${expires_at}T23:59:59.999Z` }),
})

export function NewKeyPage() {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useWriteForm<typeof NEW_KEY, ApiKey>({
    initial: NEW_KEY,
    callOf: (values) => ({ method: 'POST', path: '/api_keys', body: bodyOf(values) }),
    onSaved: ({ key }) => setSecret(key),
  })
  return (
    <>
      <PageTitle parent={{ to: 'developers/keys', label: m.keys }}>{m.addKey}</PageTitle>
      {secret === null ? (
        <FormFrame form={form} permission="api_keys:write" label={m.create}>
          <TextInput
            {...form.getInputProps('name')}
            label={m.name}
            description={m.nameAbout}
            required
          />
          <ScopePicker value={form.values.scopes} {...form.getInputProps('scopes')} />
          <TextInput
            {...form.getInputProps('expires_at')}
            type="date"
            label={m.end}
            description={m.endAbout}
          />
        </FormFrame>
      ) : (
        <SecretOnce
          secret={secret}
          onKept={() => void navigate({ to: pathOf('developers/keys') })}
        />
      )}
    </>
  )
}
