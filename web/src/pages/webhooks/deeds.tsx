// What can be done with an endpoint.
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePagePath } from '../../api/tenant.ts'
import type { WebhookEndpoint } from '../../api/types.ts'
import type { Shown } from '../../parts/api-call.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

type Deed = 'pause' | 'resume' | 'test' | 'rotate' | 'again' | 'remove'

interface EndpointDeedsProps {
  endpoint: WebhookEndpoint
  onSecret: (secret: string | null) => void
  onEdit: () => void
}

export function EndpointDeeds({ endpoint, onSecret, onEdit }: EndpointDeedsProps) {
  const w = useWords(words)
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [deed, setDeed] = useState<Deed>()
  const path = `/webhook_endpoints/${endpoint.id}`
  const calls: Record<Deed, Shown> = {
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
  const done: Record<Deed, string> = {
    pause: w.paused,
    resume: w.resumed,
    test: w.tested,
    rotate: w.rotated,
    again: w.againDone,
    remove: w.removed,
  }
  const about: Partial<Record<Deed, string>> = {
    rotate: w.rotateText,
    again: w.againText,
    remove: w.removeText,
  }
  const offered: Deed[] = [
    endpoint.status === 'enabled' ? 'pause' : 'resume',
    ...(['test', 'again', 'rotate', 'remove'] as const),
  ]
  return (
    <>
      <DeedButton permission="webhooks:write" variant="default" onClick={onEdit}>
        {w.edit}
      </DeedButton>
      {offered.map((name) => (
        <DeedButton
          key={name}
          permission="webhooks:write"
          variant="default"
          onClick={() => setDeed(name)}
        >
          {w[name]}
        </DeedButton>
      ))}
      {deed && (
        <DeedDialog<WebhookEndpoint>
          title={deed === 'remove' ? w.removeTitle : w[deed]}
          call={calls[deed]}
          label={w[deed]}
          done={done[deed]}
          danger={deed === 'remove'}
          gone={deed === 'remove'}
          onClose={() => setDeed(undefined)}
          onDone={({ secret }) => {
            if (deed === 'rotate') onSecret(secret)
            if (deed === 'remove') void navigate({ to: pathOf('webhooks') })
          }}
        >
          {about[deed] && <Text size="sm">{about[deed]}</Text>}
        </DeedDialog>
      )}
    </>
  )
}
