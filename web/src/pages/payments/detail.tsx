// One payment: what came, for which invoice, and taking it back.
import { Code, Paper, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Invoice, Payment } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { CustomerName } from '../../parts/customer-name.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ObjectTimeline } from '../../parts/object-timeline.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { words } from './words.ts'

export function PaymentPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Payment>(`/payments/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="payments:read">
      {(payment) => <Shown payment={payment} />}
    </Loaded>
  )
}

function Shown({ payment }: { payment: Payment }) {
  const w = useWords(words)
  const format = useFormat()
  const [reversing, setReversing] = useState(false)
  const reverse = (
    <DeedButton
      permission="payments:write"
      variant="default"
      reason={payment.status === 'reversed' ? w.reversedAlready : undefined}
      onClick={() => setReversing(true)}
    >
      {w.reverse}
    </DeedButton>
  )
  return (
    <>
      <PageTitle
        parent={{ to: 'payments', label: w.title }}
        badge={<StatusBadge status={payment.status} />}
        actions={reverse}
      >
        {w.heading(format.money(payment.amount, payment.currency))}
      </PageTitle>
      <PageTabs
        label={w.parts}
        tabs={[
          { name: 'details', label: w.tabs.details, content: <Details payment={payment} /> },
          {
            name: 'timeline',
            label: w.tabs.timeline,
            content: <ObjectTimeline of={{ object_id: payment.id }} />,
          },
        ]}
      />
      {reversing && <Reverse payment={payment} onClose={() => setReversing(false)} />}
    </>
  )
}

function Reverse({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const w = useWords(words)
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      title={w.reverseTitle}
      call={{
        method: 'POST',
        path: `/payments/${payment.id}/reverse`,
        body: reason === '' ? {} : { reason },
      }}
      label={w.reverse}
      done={w.reversed}
      danger
      onClose={onClose}
    >
      <Text size="sm">{w.reverseText}</Text>
      <TextInput
        label={w.reason}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DeedDialog>
  )
}

function Details({ payment }: { payment: Payment }) {
  const w = useWords(words)
  const methods = useWords(methodWords)
  const format = useFormat()
  const { data: invoice } = useRead<Invoice>(`/invoices/${payment.invoice_id}`)
  const { customer_id, invoice_id, metadata } = payment
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [w.amount, format.money(payment.amount, payment.currency)],
            [w.received, format.date(payment.received_on)],
            [w.method, methods[payment.method]],
            [
              w.invoice,
              <PageLink key="i" to={`invoices/${invoice_id}`} size="sm">
                {invoice?.number ?? invoice_id}
              </PageLink>,
            ],
            [
              w.customer,
              <PageLink key="c" to={`customers/${customer_id.replace('cus_', '')}`} size="sm">
                <CustomerName id={customer_id} />
              </PageLink>,
            ],
            [w.reference, payment.reference],
            [w.note, payment.note],
            [w.reversedAt, payment.reversed_at && format.time(payment.reversed_at)],
            [w.reason, payment.reversal_reason],
            [
              w.metadata,
              Object.keys(metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(metadata, undefined, 2)}
                </Code>
              ),
            ],
            [w.createdAt, format.time(payment.created_at)],
            [w.id, <CopyText key="id" text={payment.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/payments/${payment.id}` }} />
    </>
  )
}
