// One API key: what it may do, when it was used, and renaming, rolling and revoking it.
import { Code, Paper, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { ApiKey } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { KeyStatus } from './key-status.tsx'
import { SecretOnce } from './secret-once.tsx'
import { words } from './words.ts'

type Deed = 'rename' | 'roll' | 'revoke'

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
  const w = useWords(words)
  const [deed, setDeed] = useState<Deed>()
  const [secret, setSecret] = useState<string | null>(null)
  const reason = apiKey.status === 'active' ? undefined : w.ended
  const button = (name: Deed, why?: string) => (
    <DeedButton
      permission="api_keys:write"
      variant="default"
      reason={why}
      onClick={() => setDeed(name)}
    >
      {w[name]}
    </DeedButton>
  )
  return (
    <>
      <PageTitle
        parent={{ to: 'developers/keys', label: w.keys }}
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
      <Deeds {...{ apiKey, deed, setSecret }} onClose={() => setDeed(undefined)} />
    </>
  )
}

function Details({ apiKey }: { apiKey: ApiKey }) {
  const w = useWords(words)
  const format = useFormat()
  const { last_used_at, last_used_address } = apiKey
  const used = last_used_at
    ? [format.time(last_used_at), last_used_address && w.from(last_used_address)].join(' ')
    : w.notUsed
  return (
    <>
      <Paper withBorder p="md" mt="sm" bg="var(--r-surface)">
        <Facts
          facts={[
            [w.id, <CopyText key="id" text={apiKey.id} />],
            [
              w.scopes,
              apiKey.scopes.includes('*') ? (
                w.everything
              ) : (
                <Code key="scopes">{apiKey.scopes.join(' ')}</Code>
              ),
            ],
            [w.created, format.time(apiKey.created_at)],
            [w.expires, apiKey.expires_at ? format.time(apiKey.expires_at) : w.never],
            [w.revoked, apiKey.revoked_at && format.time(apiKey.revoked_at)],
            [w.lastUsed, used],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/api_keys/${apiKey.id}` }} />
    </>
  )
}

interface DeedsProps {
  apiKey: ApiKey
  deed: Deed | undefined
  setSecret: (secret: string | null) => void
  onClose: () => void
}

function Deeds({ apiKey, deed, setSecret, onClose }: DeedsProps) {
  const w = useWords(words)
  const [name, setName] = useState(apiKey.name)
  const path = `/api_keys/${apiKey.id}`
  return (
    <>
      <DeedDialog<ApiKey>
        title={w.rename}
        call={deed === 'rename' ? { method: 'PATCH', path, body: { name } } : undefined}
        label={w.rename}
        done={w.renamed}
        incomplete={name.trim() === ''}
        onClose={onClose}
      >
        <TextInput
          label={w.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </DeedDialog>
      <DeedDialog<ApiKey>
        title={w.rollTitle(apiKey.name)}
        call={deed === 'roll' ? { method: 'POST', path: `${path}/roll` } : undefined}
        label={w.roll}
        done={w.rolled}
        onClose={onClose}
        onDone={({ key }) => setSecret(key)}
      >
        <Text size="sm">{w.rollText}</Text>
      </DeedDialog>
      <DeedDialog<ApiKey>
        title={w.revokeTitle(apiKey.name)}
        call={deed === 'revoke' ? { method: 'POST', path: `${path}/revoke` } : undefined}
        label={w.revoke}
        done={w.revoked}
        danger
        onClose={onClose}
      >
        <Text size="sm">{w.revokeText}</Text>
      </DeedDialog>
    </>
  )
}
