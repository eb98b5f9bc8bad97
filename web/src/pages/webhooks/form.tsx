// The form of an endpoint, to create and edit one.
import { TextInput } from '@mantine/core'
import type { WebhookEndpoint } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { useMessages } from '../../text/locale.tsx'
import { EventPicker } from './event-picker.tsx'
import { messages } from './messages.ts'

export interface EndpointValues {
  url: string
  enabled_events: string[]
  description: string
}
export const NO_ENDPOINT: EndpointValues = { url: '', enabled_events: ['*'], description: '' }

export function valuesOf({ url, enabled_events, description }: WebhookEndpoint): EndpointValues {
  return { url, enabled_events: [...enabled_events], description }
}

interface EndpointFormProps {
  form: ApiForm<EndpointValues>
  label?: string
}

export function EndpointForm({ form, label }: EndpointFormProps) {
  const m = useMessages(messages)
  return (
    <FormFrame form={form} permission="webhooks:write" {...(label && { label })}>
      <TextInput {...form.getInputProps('url')} label={m.url} description={m.urlAbout} required />
      <EventPicker
        {...form.getInputProps('enabled_events')}
        label={m.events}
        description={m.eventsPick}
      />
      <TextInput {...form.getInputProps('description')} label={m.description} />
    </FormFrame>
  )
}
