// The actions on an endpoint.
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePagePath } from '../../api/tenant.ts'
import type { WebhookEndpoint } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import type { Shown } from '../../page/api-call.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

type Action = 'pause' | 'resume' | 'test' | 'rotate' | 'again' | 'remove'

interface EndpointActionsProps {
  endpoint: WebhookEndpoint
  onSecret: (secret: string | null) => void
  onEdit: () => void
}

export function EndpointActions({ endpoint, onSecret, onEdit }: EndpointActionsProps) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [action, setAction] = useState<Action>()
  const path = `/webhook_endpoints/${endpoint.id}`
  const calls: Record<Action, Shown> = {
    pause: { method: 'POST', path: `${path}/pause` },
    resume: { method: 'POST', path: `${path}/resume` },
    test: { method: 'POST', path: `${path}/test` },
    rotate: { method: 'POST', path: `${path}/rotate_secret` },
    again: {
      method: 'POST',
      path: `${path}/redeliver`,
      body: { from_sequence: 1, only_failed: true },
    },
    remove: { method: 'DELETE', path },
  }
  const done: Record<Action, string> = {
    pause: m.paused,
    resume: m.resumed,
    test: m.tested,
    rotate: m.rotated,
    again: m.againDone,
    remove: m.removed,
  }
  const about: Partial<Record<Action, string>> = {
    rotate: m.rotateText,
    again: m.againText,
    remove: m.removeText,
  }
  const offered: Action[] = [
    endpoint.status === 'enabled' ? 'pause' : 'resume',
    ...(['test', 'again', 'rotate', 'remove'] as const),
  ]
  return (
    <>
      <ActionButton permission="webhooks:write" variant="default" onClick={onEdit}>
        {m.edit}
      </ActionButton>
      {offered.map((name) => (
        <ActionButton
          key={name}
          permission="webhooks:write"
          variant="default"
          onClick={() => setAction(name)}
        >
          {m[name]}
        </ActionButton>
      ))}
      {action && (
        <ActionDialog<WebhookEndpoint>
          title={action === 'remove' ? m.removeTitle : m[action]}
          call={calls[action]}
          label={m[action]}
          done={done[action]}
          {...(action === 'remove' && { final: 'delete' as const })}
          danger={action === 'remove'}
          gone={action === 'remove'}
          onClose={() => setAction(undefined)}
          onDone={({ secret }) => {
            if (action === 'rotate') onSecret(secret)
            if (action === 'remove') void navigate({ to: pathOf('webhooks') })
          }}
        >
          {about[action] && <Text size="sm">{about[action]}</Text>}
        </ActionDialog>
      )}
    </>
  )
}
