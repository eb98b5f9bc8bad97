// One invoice: its content and derivation, its history, and its actions.
import { Box, Grid, Paper, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { Warnings } from '../../dialog/warnings.tsx'
import { Document, useDocumentColumn } from '../../page/document.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { invoiceStatus } from '../../text/status-of.ts'
import { messages as noteMessages } from '../credit-notes/messages.ts'
import { CreditNotesTab } from '../credit-notes/rows.tsx'
import { DisputeNotes } from '../disputes/notes.tsx'
import { Actions } from './actions.tsx'
import { CollectionText, PlannedSteps } from './collection.tsx'
import { Details } from './details.tsx'
import { EmailsTab } from './emails.tsx'
import { Explain } from './explain.tsx'
import { History } from './history.tsx'
import { messages } from './messages.ts'
import { PaymentsTab } from './payments.tsx'

export function InvoicePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Invoice>(`/invoices/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="invoices:read">
      {(invoice) => <Shown key={invoice.id} invoice={invoice} />}
    </Loaded>
  )
}

/** The invoice's title; the number of a draft is provisional. */
function useInvoiceName(invoice: Invoice): string {
  const m = useMessages(messages)
  return invoice.status === 'draft' ? m.draftName(invoice.number) : invoice.number
}

function Shown({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const hasColumn = useDocumentColumn()
  const { surface } = useTenant()
  const hasNotes = useMay('credit_notes:read') && invoice.status !== 'draft'
  const emails = (
    <EmailsTab
      of={{ invoice_id: invoice.id }}
      empty={invoice.status === 'draft' ? m.noEmailsYet : m.noEmails}
    />
  )
  const timeline = (
    <>
      <PlannedSteps invoice={invoice} />
      <History invoice={invoice} />
    </>
  )
  const tabs = [
    { name: 'details', label: m.tabs.details, content: <Details invoice={invoice} /> },
    { name: 'explain', label: m.tabs.explain, content: <Explain invoice={invoice} /> },
    { name: 'payments', label: m.tabs.payments, content: <PaymentsTab invoice={invoice} /> },
    ...(hasNotes
      ? [{ name: 'credit-notes', label: m.tabs.notes, content: <NotesTab invoice={invoice} /> }]
      : []),
    { name: 'emails', label: m.tabs.emails, content: emails },
    { name: 'timeline', label: m.tabs.timeline, content: timeline },
  ]
  return (
    <>
      <PageTitle
        parent={{ to: 'invoices', label: m.title }}
        badge={<StatusBadge status={invoiceStatus(invoice)} />}
        actions={<Actions invoice={invoice} />}
      >
        {useInvoiceName(invoice)}
      </PageTitle>
      <StatusText invoice={invoice} />
      <DisputeNotes always={{ invoice_id: invoice.id }} />
      {invoice.warnings.length > 0 && (
        <Box mt="md">
          <Warnings warnings={invoice.warnings} title={m.finalizedWith} />
        </Box>
      )}
      <Grid gap="lg" mt="md">
        <Grid.Col span={hasColumn ? 7 : 12}>
          <PageTabs label={m.tabList} tabs={tabs} />
        </Grid.Col>
        {hasColumn && (
          <Grid.Col span={5}>
            <Document
              src={`${surface}/invoices/${invoice.id}/pdf`}
              // Each change of the invoice changes the document.
              version={`${invoice.status}-${invoice.updated_at}`}
              number={invoice.number}
            />
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}

function NotesTab({ invoice: { id } }: { invoice: Invoice }) {
  const m = useMessages(noteMessages)
  return <CreditNotesTab always={{ invoice_id: id }} empty={m.none} csv={false} />
}

/** A summary for phone calls: customer, amount, due date, and status in one sentence. */
function StatusText({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { status, currency, total, amount_remaining, customer_id } = invoice
  const asks = status !== 'draft' && status !== 'void'
  return (
    <Paper
      withBorder
      p="md"
      mt="md"
      bg="var(--r-surface)"
      component="section"
      aria-label={m.summary}
    >
      <dl className="figures owed">
        <div>
          <dt>{m.customer}</dt>
          <dd className="figure-name">
            <PageLink to={`customers/${customer_id.replace('cus_', '')}`} inherit>
              <CustomerName id={customer_id} />
            </PageLink>
          </dd>
        </div>
        <div>
          <dt>{asks ? m.remaining : m.total}</dt>
          <Text
            component="dd"
            inherit
            {...(status === 'overdue' && { c: 'var(--mantine-color-error)' })}
          >
            {format.money(asks ? amount_remaining : total, currency)}
          </Text>
        </div>
        <div>
          <dt>{m.due}</dt>
          <dd>{format.date(invoice.due_date)}</dd>
        </div>
      </dl>
      <Text size="sm" c="dimmed" mt="xs">
        {useSentence(invoice)}
      </Text>
      <CollectionText invoice={invoice} />
    </Paper>
  )
}

function useSentence(invoice: Invoice): string {
  const m = useMessages(messages)
  const format = useFormat()
  const { status, currency, amount_due, amount_paid, amount_credited, amount_remaining } = invoice
  const remaining = format.money(amount_remaining, currency)
  // Credit that was applied is a payment to the reader.
  const settled = amount_paid + invoice.credit_applied_later
  const paid = format.money(settled, currency)
  const credited = format.money(amount_credited, currency)
  const date = format.date(invoice.due_date)
  switch (status) {
    case 'draft':
      return m.statusSentences.draft
    case 'posted':
    case 'overdue': {
      const written = format.money(invoice.amount_written_off, currency)
      const more = invoice.amount_written_off > 0 ? ` ${m.statusSentences.writtenOff(written)}` : ''
      return m.statusSentences[status](remaining, date) + more
    }
    case 'paid':
      if (amount_due === 0) return m.statusSentences.nothingDue
      if (amount_credited === 0) return m.statusSentences.paid(paid)
      return settled === 0
        ? m.statusSentences.credited(credited)
        : m.statusSentences.paidAndCredited(paid, credited)
    case 'void':
      return m.statusSentences.void
  }
}
