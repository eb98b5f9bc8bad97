// One mail as it looked to its reader, and what became of it.
import { Alert, Paper, Stack, Text } from '@mantine/core'
import { IconInbox, IconMailX } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { EmailWithTexts } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { CustomerName } from '../../parts/customer-name.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Frame } from '../../parts/frame.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

const pathOf = (id: string) => `/emails/${encodeURIComponent(id)}`

export function MailPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <Loaded query={useRead<EmailWithTexts>(pathOf(id))} permission="emails:read">
      {(mail) => <Shown mail={mail} />}
    </Loaded>
  )
}

function Shown({ mail }: { mail: EmailWithTexts }) {
  const w = useWords(words)
  const [sending, setSending] = useState(false)
  const send = (
    <DeedButton permission="invoices:write" variant="default" onClick={() => setSending(true)}>
      {w.sendAgain}
    </DeedButton>
  )
  const path = `/invoices/${mail.invoice_id}/send`
  return (
    <>
      <PageTitle
        parent={{ to: 'mails', label: w.title }}
        badge={<StatusBadge status={mail.status} />}
        actions={send}
      >
        {mail.subject}
      </PageTitle>
      <Stack>
        <Outcome mail={mail} />
        <PageTabs
          label={w.parts}
          tabs={[
            { name: 'looks', label: w.tabs.looks, content: <Looks id={mail.id} /> },
            { name: 'text', label: w.tabs.text, content: <PlainText text={mail.text} /> },
            { name: 'details', label: w.tabs.details, content: <Details mail={mail} /> },
          ]}
        />
        <ApiCall call={{ method: 'GET', path: pathOf(mail.id) }} />
      </Stack>
      <DeedDialog
        title={w.sendTitle}
        call={sending ? { method: 'POST', path } : undefined}
        label={w.sendAgain}
        done={w.sent}
        onClose={() => setSending(false)}
      />
    </>
  )
}

function Outcome({ mail }: { mail: EmailWithTexts }) {
  const w = useWords(words)
  const { mode } = useTenant()
  if (mail.status === 'outbox') {
    return (
      <Alert variant="default" icon={<IconInbox aria-hidden />}>
        {mode === 'test' ? w.outboxTest : w.outboxLive}
      </Alert>
    )
  }
  if (mail.status !== 'failed') return null
  return (
    <Alert color="red" icon={<IconMailX aria-hidden />} title={w.failedTitle}>
      <span lang="en">{mail.last_error}</span>
    </Alert>
  )
}

/** In a frame without any right: what a mail holds can do nothing to the page around it. */
function Looks({ id }: { id: string }) {
  const w = useWords(words)
  const { surface } = useTenant()
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Frame
        src={`${surface}${pathOf(id)}/html`}
        title={w.preview}
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
  const w = useWords(words)
  const format = useFormat()
  const instant = (at: string | null) => at && format.time(at)
  return (
    <Facts
      facts={[
        [w.to, mail.to],
        [w.from, `${mail.from_name} <${mail.from}>`],
        [w.replyTo, mail.reply_to],
        [w.kind, w.kinds[mail.kind]],
        [
          w.invoice,
          <PageLink key="invoice" to={`invoices/${mail.invoice_id}`}>
            {mail.invoice_id}
          </PageLink>,
        ],
        [
          w.customer,
          <PageLink key="customer" to={`customers/${mail.customer_id.replace('cus_', '')}`}>
            <CustomerName id={mail.customer_id} />
          </PageLink>,
        ],
        [w.language, mail.language],
        [w.at, format.time(mail.created_at)],
        [w.sentAt, instant(mail.sent_at)],
        [w.attempts, format.number(mail.attempts_made)],
        [w.nextAttempt, instant(mail.next_attempt_at)],
        [w.error, mail.last_error],
        [w.messageId, <CopyText key="message" text={mail.message_id} />],
      ]}
    />
  )
}
