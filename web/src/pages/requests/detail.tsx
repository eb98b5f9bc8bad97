// One request: the caller, both bodies, and the same request as a call to repeat.
import { Anchor, Button, CopyButton, Paper, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { LoggedRequestWithBodies } from '../../api/types.ts'
import { ApiCall, curlOf } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { KeptBody } from './body.tsx'
import { callOf } from './call.ts'
import { durationOf } from './duration.ts'
import { messages } from './messages.ts'
import { AnswerStatus } from './status.tsx'

export function RequestPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<LoggedRequestWithBodies>(`/requests/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="requests:read">
      {(request) => <Shown request={request} />}
    </Loaded>
  )
}

function Shown({ request }: { request: LoggedRequestWithBodies }) {
  const m = useMessages(messages)
  const { method, path, status, request_body, response_body } = request
  const read = method === 'GET' || method === 'HEAD'
  const call = callOf(request)
  return (
    <>
      <PageTitle
        parent={{ to: 'developers/requests', label: m.title }}
        badge={<AnswerStatus status={status} />}
        actions={<CopyCurl text={curlOf(window.location.origin, call, 'RECKONER_KEY')} />}
      >
        {`${method} ${path}`}
      </PageTitle>
      <Stack>
        <Details request={request} />
        {!read && (
          <KeptBody
            title={m.sent}
            text={request_body}
            cut={request.request_body_cut}
            none={m.nothingSent}
          />
        )}
        <KeptBody
          title={m.answered}
          text={response_body}
          cut={request.response_body_cut}
          none={read && status < 400 ? m.readAgain : m.nothingAnswered}
        />
        <ApiCall call={call} unfolded />
      </Stack>
    </>
  )
}

function CopyCurl({ text }: { text: string }) {
  const m = useMessages(messages)
  return (
    <CopyButton value={text} timeout={2_000}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          <span aria-live="polite">{copied ? m.copiedCurl : m.copyCurl}</span>
        </Button>
      )}
    </CopyButton>
  )
}

function Details({ request }: { request: LoggedRequestWithBodies }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { id, query, operation, error_code, object_id, idempotency_key } = request
  const isAudited = useMay('audit_log:read') && mayHaveChanged(request)
  return (
    <Paper withBorder p="md" bg="var(--r-surface)">
      <Facts
        facts={[
          [m.id, <CopyText key="id" text={id} />],
          // To the millisecond, as in other logs.
          [m.at, `${format.time(request.created_at)} · ${request.created_at}`],
          [m.query, query && <CopyText key="query" text={query} />],
          [m.operation, <Reference key="op" to={`reference#${operation}`} text={operation} />],
          [
            m.code,
            error_code && <Reference key="c" to={`errors/${error_code}`} text={error_code} />,
          ],
          [m.took, durationOf(request.duration_ms, m, format)],
          [m.who, <Who key="who" request={request} />],
          [m.address, request.address],
          [m.program, request.user_agent],
          [m.object, object_id && <Linked key="object" to={`go/${object_id}`} text={object_id} />],
          [m.idempotencyKey, idempotency_key && <CopyText key="key" text={idempotency_key} />],
          [m.audit, isAudited && <Audit key="audit" request={request} />],
        ]}
      />
    </Paper>
  )
}

/** A link to this service's own reference. */
function Reference({ to, text }: { to: string; text: string }) {
  return (
    <Anchor href={`/docs/${to}`} size="sm">
      {text}
    </Anchor>
  )
}

function Linked({ to, text }: { to: string; text: string }): ReactNode {
  return (
    <PageLink to={to} size="sm">
      {text}
    </PageLink>
  )
}

function Who({
  request: { actor, actor_kind, actor_label },
}: {
  request: LoggedRequestWithBodies
}) {
  const mayKeys = useMay('api_keys:read')
  if (actor_kind === 'user') return actor_label || actor
  if (!mayKeys) return `${actor_label} ${actor}`.trim()
  return <Linked to={`developers/keys/${actor}`} text={actor_label || actor} />
}

/** True if it was a write that was accepted. */
function mayHaveChanged({ method, status, query }: LoggedRequestWithBodies): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  return !reads && status < 400 && !query?.includes('dry_run=true')
}

/** The time around the request to search in the audit log: a write is recorded before its response. */
const MOMENT_MS = 5_000

function Audit({ request }: { request: LoggedRequestWithBodies }) {
  const m = useMessages(messages)
  const { actor, created_at, duration_ms } = request
  const from = Date.parse(created_at)
  const until = new Date(from + duration_ms + MOMENT_MS).toISOString()
  const search = { actor, 'created_at[gte]': created_at, 'created_at[lte]': until }
  return (
    <PageLink to="audit-log" search={search} size="sm">
      {m.auditLink}
    </PageLink>
  )
}
