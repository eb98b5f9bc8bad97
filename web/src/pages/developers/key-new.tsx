// Making an API key, and showing it once.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { ApiKey } from '../../api/types.ts'
import { TextField } from '../../form/fields.tsx'
import { useForm } from '../../form/form.ts'
import { FormFrame } from '../../form/form-frame.tsx'
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
  const write = useWrite<ApiKey>()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({
    initial: NEW_KEY,
    save: (values) =>
      write.mutateAsync({ method: 'POST', path: '/api_keys', body: bodyOf(values) }),
    onSaved: ({ key }) => setSecret(key),
  })
  return (
    <>
      <PageTitle parent={{ to: 'developers/keys', label: m.keys }}>{m.addKey}</PageTitle>
      {secret === null ? (
        <FormFrame
          form={form}
          permission="api_keys:write"
          fields={Object.keys(NEW_KEY)}
          label={m.create}
          call={{ method: 'POST', path: '/api_keys', body: bodyOf(form.values) }}
        >
          <TextField form={form} name="name" label={m.name} description={m.nameAbout} required />
          <ScopePicker
            value={form.values.scopes}
            error={form.errors.scopes}
            onChange={(scopes) => form.set('scopes', scopes)}
          />
          <TextField
            form={form}
            name="expires_at"
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
