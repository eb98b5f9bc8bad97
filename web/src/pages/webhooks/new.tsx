// A new endpoint, and its signing secret once.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { WebhookEndpoint } from '../../api/types.ts'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.ts'
import { FormFrame } from '../../parts/form-frame.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useWords } from '../../words/language.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { words } from './words.ts'

const NEW = { url: '', enabled_events: '*', description: '' }

const bodyOf = ({ url, enabled_events, description }: typeof NEW) => ({
  url,
  enabled_events: enabled_events.split(/\s+/).filter(Boolean),
  ...(description && { description }),
})

export function NewEndpointPage() {
  const w = useWords(words)
  const write = useWrite<WebhookEndpoint>()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [made, setMade] = useState<WebhookEndpoint>()
  const path = '/webhook_endpoints'
  const form = useForm({
    initial: NEW,
    save: (values) => write.mutateAsync({ method: 'POST', path, body: bodyOf(values) }),
    onSaved: setMade,
  })
  return (
    <>
      <PageTitle parent={{ to: 'webhooks', label: w.title }}>{w.add}</PageTitle>
      {made?.secret ? (
        <SigningSecret
          secret={made.secret}
          onKept={() => void navigate({ to: pathOf(`webhooks/${made.id}`) })}
        />
      ) : (
        <FormFrame
          form={form}
          permission="webhooks:write"
          fields={Object.keys(NEW)}
          label={w.create}
          call={{ method: 'POST', path, body: bodyOf(form.values) }}
        >
          <TextField form={form} name="url" label={w.url} description={w.urlAbout} required />
          <TextField
            form={form}
            name="enabled_events"
            label={w.events}
            description={w.eventsAbout}
          />
          <TextField form={form} name="description" label={w.description} />
        </FormFrame>
      )}
    </>
  )
}
