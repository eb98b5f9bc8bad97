// One email as its reader sees it, and its delivery status.
import { Alert, Paper, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { EmailWithTexts } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { IconInbox, IconMailX } from '../../icons.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Frame } from '../../page/frame.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'

const pathOf = (id: string) => `/emails/${encodeURIComponent(id)}`

export function EmailPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <Loaded query={useRead<EmailWithTexts>(pathOf(id))} permission="emails:read">
      {(mail) => <Shown mail={mail} />}
    </Loaded>
  )
}

function Shown({ mail }: { mail: EmailWithTexts }) {
  const m = useMessages(messages)
  const [sending, setSending] = useState(false)
  const isNote = mail.credit_note_id !== null
  const permission = isNote ? 'credit_notes:write' : 'invoices:write'
  // A notice of a price is given once, by its migration.
  const send = mail.invoice_id !== null && (
    <ActionButton permission={permission} variant="default" onClick={() => setSending(true)}>
      {m.sendAgain}
    </ActionButton>
  )
  const document = isNote ? `credit_notes/${mail.credit_note_id}` : `invoices/${mail.invoice_id}`
  const path = `/${document}/send`
  return (
    <>
      <PageTitle
        parent={{ to: 'emails', label: m.title }}
        badge={<StatusBadge status={mail.status} />}
        actions={send}
      >
        {mail.subject}
      </PageTitle>
      <Stack>
        <Outcome mail={mail} />
        <PageTabs
          label={m.tabList}
          tabs={[
            { name: 'looks', label: m.tabs.looks, content: <Looks id={mail.id} /> },
            { name: 'text', label: m.tabs.text, content: <PlainText text={mail.text} /> },
            { name: 'details', label: m.tabs.details, content: <Details mail={mail} /> },
          ]}
        />
        <ApiCall call={{ method: 'GET', path: pathOf(mail.id) }} />
      </Stack>
      <ActionDialog
        title={isNote ? m.sendNoteTitle : m.sendTitle}
        call={sending ? { method: 'POST', path } : undefined}
        label={m.sendAgain}
        done={m.sent}
        final="send"
        onClose={() => setSending(false)}
      />
    </>
  )
}

function Outcome({ mail }: { mail: EmailWithTexts }) {
  const m = useMessages(messages)
  const { mode } = useTenant()
  if (mail.status === 'outbox') {
    return (
      <Alert variant="default" icon={<IconInbox aria-hidden />}>
        {mode === 'test' ? m.outboxTest : m.outboxLive}
      </Alert>
    )
  }
  if (mail.status !== 'failed') return null
  return (
    <Alert color="red" icon={<IconMailX aria-hidden />} title={m.failedTitle}>
      <span lang="en">{mail.last_error}</span>
    </Alert>
  )
}

/** In a sandboxed frame: an email's content cannot affect the page around it. */
function Looks({ id }: { id: string }) {
  const m = useMessages(messages)
  const { surface } = useTenant()
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Frame
        src={`${surface}${pathOf(id)}/html`}
        title={m.preview}
        sandbox=""
        width="100%"
        height={720}
        className="paper-frame"
      />
    </Paper>
  )
}

function PlainText({ text }: { text: string }) {
  return (
    <Paper withBorder bg="var(--r-surface)" p="md">
      <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Paper>
  )
}

function Details({ mail }: { mail: EmailWithTexts }) {
  const m = useMessages(messages)
  const format = useFormat()
  const instant = (at: string | null) => at && format.time(at)
  return (
    <Facts
      facts={[
        [m.to, mail.to],
        [m.from, `${mail.from_name} <${mail.from}>`],
        [m.replyTo, mail.reply_to],
        [m.kind, m.kinds[mail.kind]],
        [
          m.invoice,
          mail.invoice_id && (
            <PageLink key="invoice" to={`invoices/${mail.invoice_id}`}>
              {mail.invoice_id}
            </PageLink>
          ),
        ],
        [
          m.creditNote,
          mail.credit_note_id && (
            <PageLink key="note" to={`credit-notes/${mail.credit_note_id}`}>
              {mail.credit_note_id}
            </PageLink>
          ),
        ],
        [
          m.subscription,
          mail.subscription_id && (
            <PageLink key="subscription" to={`subscriptions/${mail.subscription_id}`}>
              {mail.subscription_id}
            </PageLink>
          ),
        ],
        [
          m.customer,
          <PageLink key="customer" to={`customers/${mail.customer_id.replace('cus_', '')}`}>
            <CustomerName id={mail.customer_id} />
          </PageLink>,
        ],
        [m.language, mail.language],
        [m.at, format.time(mail.created_at)],
        [m.sentAt, instant(mail.sent_at)],
        [m.attempts, format.number(mail.attempts_made)],
        [m.nextAttempt, instant(mail.next_attempt_at)],
        [m.error, mail.last_error],
        [m.messageId, <CopyText key="message" text={mail.message_id} />],
      ]}
    />
  )
}
