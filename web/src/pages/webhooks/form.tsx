// The form of an endpoint, for a new one and for changes.
import { TextInput } from '@mantine/core'
import type { WebhookEndpoint } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export const NO_ENDPOINT = { url: '', enabled_events: '*', description: '' }
export type EndpointValues = typeof NO_ENDPOINT

export function valuesOf({ url, enabled_events, description }: WebhookEndpoint): EndpointValues {
  return { url, enabled_events: enabled_events.join(' '), description }
}

/** As the API takes them: the patterns of events as a list. */
export function bodyOf({ enabled_events, ...others }: Partial<EndpointValues>) {
  const patterns = enabled_events?.split(/\s+/).filter(Boolean)
  return { ...others, ...(patterns && { enabled_events: patterns }) }
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
      <TextInput
        {...form.getInputProps('enabled_events')}
        label={m.events}
        description={m.eventsAbout}
      />
      <TextInput {...form.getInputProps('description')} label={m.description} />
    </FormFrame>
  )
}
