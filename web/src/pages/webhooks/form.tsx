// The form of an endpoint, for a new one and for changes.
import type { WebhookEndpoint } from '../../api/types.ts'
import { TextField } from '../../form/fields.tsx'
import type { FormState } from '../../form/form.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import type { Shown } from '../../page/api-call.tsx'
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
  form: FormState<EndpointValues>
  label?: string
  call: Shown
}

export function EndpointForm({ form, label, call }: EndpointFormProps) {
  const m = useMessages(messages)
  return (
    <FormFrame
      form={form}
      permission="webhooks:write"
      fields={Object.keys(NO_ENDPOINT)}
      call={call}
      {...(label && { label })}
    >
      <TextField form={form} name="url" label={m.url} description={m.urlAbout} required />
      <TextField form={form} name="enabled_events" label={m.events} description={m.eventsAbout} />
      <TextField form={form} name="description" label={m.description} />
    </FormFrame>
  )
}
