// Creates an API key, and shows it once.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { endOfDate, isCalendarDate } from '../../../../src/domain/calendar.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { ApiKey } from '../../api/types.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { useWriteForm } from '../../form/write-form.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import { ScopePicker } from './scope-picker.tsx'
import { SecretOnce } from './secret-once.tsx'

const NEW_KEY = { name: '', scopes: ['*'], expires_at: '' }

/** The last instant of the day in the account's zone; an invalid date is sent as it is, for the API to refuse. */
const instantOf = (day: string, timeZone: string) =>
  isCalendarDate(day) ? new Date(endOfDate(day, timeZone) - 1).toISOString() : day

const bodyOf = ({ name, scopes, expires_at }: typeof NEW_KEY, timeZone: string) => ({
  name,
  scopes,
  ...(expires_at && { expires_at: instantOf(expires_at, timeZone) }),
})

export function NewKeyPage() {
  const m = useMessages(messages)
  const { timeZone } = useFormat()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useWriteForm<typeof NEW_KEY, ApiKey>({
    initial: NEW_KEY,
    callOf: (values) => ({ method: 'POST', path: '/api_keys', body: bodyOf(values, timeZone) }),
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
            description={m.endAbout(timeZone)}
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
