// One API key: its scopes, its last use, and renaming, rolling and revoking it.
import { Code, Paper, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { ApiKey } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { KeyStatus } from './key-status.tsx'
import { messages } from './messages.ts'
import { SecretOnce } from './secret-once.tsx'

type Action = 'rename' | 'roll' | 'revoke'

export function KeyPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const path = `/api_keys/${encodeURIComponent(id)}`
  const query = useRead<ApiKey>(path, undefined, { everyMs: 5_000 })
  return (
    <Loaded query={query} permission="api_keys:read">
      {(key) => <Shown apiKey={key} />}
    </Loaded>
  )
}

function Shown({ apiKey }: { apiKey: ApiKey }) {
  const m = useMessages(messages)
  const [action, setAction] = useState<Action>()
  const [secret, setSecret] = useState<string | null>(null)
  const reason = apiKey.status === 'active' ? undefined : m.ended
  const button = (name: Action, why?: string) => (
    <ActionButton
      permission="api_keys:write"
      variant="default"
      reason={why}
      onClick={() => setAction(name)}
    >
      {m[name]}
    </ActionButton>
  )
  return (
    <>
      <PageTitle
        parent={{ to: 'developers/keys', label: m.keys }}
        badge={<KeyStatus status={apiKey.status} />}
        actions={
          <>
            {button('rename')}
            {button('roll', reason)}
            {button('revoke', reason)}
          </>
        }
      >
        {apiKey.name}
      </PageTitle>
      {secret && <SecretOnce secret={secret} onKept={() => setSecret(null)} />}
      <Details apiKey={apiKey} />
      <Actions
        apiKey={apiKey}
        action={action}
        setSecret={setSecret}
        onClose={() => setAction(undefined)}
      />
    </>
  )
}

function Details({ apiKey }: { apiKey: ApiKey }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { last_used_at, last_used_address } = apiKey
  const used = last_used_at
    ? [format.zoned(last_used_at), last_used_address && m.from(last_used_address)].join(' ')
    : m.notUsed
  return (
    <>
      <Paper withBorder p="md" mt="sm" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.id, <CopyText key="id" text={apiKey.id} />],
            [
              m.scopes,
              apiKey.scopes.includes('*') ? (
                m.everything
              ) : (
                <Code key="scopes">{apiKey.scopes.join(' ')}</Code>
              ),
            ],
            [m.created, format.zoned(apiKey.created_at)],
            [m.expires, apiKey.expires_at ? format.zoned(apiKey.expires_at) : m.never],
            [m.revoked, apiKey.revoked_at && format.zoned(apiKey.revoked_at)],
            [m.lastUsed, used],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/api_keys/${apiKey.id}` }} />
    </>
  )
}

interface ActionsProps {
  apiKey: ApiKey
  action: Action | undefined
  setSecret: (secret: string | null) => void
  onClose: () => void
}

function Actions({ apiKey, action, setSecret, onClose }: ActionsProps) {
  const m = useMessages(messages)
  const [name, setName] = useState(apiKey.name)
  const path = `/api_keys/${apiKey.id}`
  return (
    <>
      <ActionDialog<ApiKey>
        title={m.rename}
        call={action === 'rename' ? { method: 'PATCH', path, body: { name } } : undefined}
        label={m.rename}
        done={m.renamed}
        incomplete={name.trim() === ''}
        onClose={onClose}
      >
        <TextInput
          label={m.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ActionDialog>
      <ActionDialog<ApiKey>
        title={m.rollTitle(apiKey.name)}
        call={action === 'roll' ? { method: 'POST', path: `${path}/roll` } : undefined}
        label={m.roll}
        done={m.rolled}
        onClose={onClose}
        onDone={({ key }) => setSecret(key)}
      >
        <Text size="sm">{m.rollText}</Text>
      </ActionDialog>
      <ActionDialog<ApiKey>
        title={m.revokeTitle(apiKey.name)}
        call={action === 'revoke' ? { method: 'POST', path: `${path}/revoke` } : undefined}
        label={m.revoke}
        done={m.revoked}
        danger
        onClose={onClose}
      >
        <Text size="sm">{m.revokeText}</Text>
      </ActionDialog>
    </>
  )
}
