// The form of an endpoint, for a new one and for changes.
import type { WebhookEndpoint } from '../../api/types.ts'
import type { Shown } from '../../parts/api-call.tsx'
import { TextField } from '../../parts/fields.tsx'
import type { FormState } from '../../parts/form.ts'
import { FormFrame } from '../../parts/form-frame.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

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
  const w = useWords(words)
  return (
    <FormFrame
      form={form}
      permission="webhooks:write"
      fields={Object.keys(NO_ENDPOINT)}
      call={call}
      {...(label && { label })}
    >
      <TextField form={form} name="url" label={w.url} description={w.urlAbout} required />
      <TextField form={form} name="enabled_events" label={w.events} description={w.eventsAbout} />
      <TextField form={form} name="description" label={w.description} />
    </FormFrame>
  )
}
