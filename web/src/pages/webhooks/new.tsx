// A new endpoint, and its signing secret, shown once.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay, usePagePath } from '../../api/tenant.ts'
import type { WebhookEndpoint } from '../../api/types.ts'
import { useWriteForm } from '../../form/write-form.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { EndpointForm, type EndpointValues, NO_ENDPOINT } from './form.tsx'
import { messages } from './messages.ts'
import { SigningSecret } from './signing-secret.tsx'

/** The request body of a new endpoint: the fields that were filled in. */
const newOf = ({ description, ...others }: EndpointValues) => ({
  ...others,
  ...(description && { description }),
})

export function NewEndpointPage() {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [made, setMade] = useState<WebhookEndpoint>()
  const form = useWriteForm<EndpointValues, WebhookEndpoint>({
    // All events require every scope, including future ones; developers choose their events.
    initial: useMay('*') ? NO_ENDPOINT : { ...NO_ENDPOINT, enabled_events: ['invoice.*'] },
    callOf: (values) => ({ method: 'POST', path: '/webhook_endpoints', body: newOf(values) }),
    onSaved: (endpoint) => setMade(endpoint),
  })
  return (
    <>
      <PageTitle parent={{ to: 'webhooks', label: m.title }}>{m.add}</PageTitle>
      {made?.secret ? (
        <SigningSecret
          secret={made.secret}
          onKept={() => void navigate({ to: pathOf(`webhooks/${made.id}`) })}
        />
      ) : (
        <EndpointForm form={form} label={m.create} />
      )}
    </>
  )
}
