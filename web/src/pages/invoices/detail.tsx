// One invoice: its content and derivation, its history, and its actions.
import { Box, Grid, Paper, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import type { Invoice } from '../../api/types.ts'
import { Warnings } from '../../dialog/warnings.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { Actions } from './actions.tsx'
import { Details } from './details.tsx'
import { EmailsTab } from './emails.tsx'
import { Explain } from './explain.tsx'
import { History } from './history.tsx'
import { messages } from './messages.ts'
import { PaymentsTab } from './payments.tsx'
import { Pdf, usePdfColumn } from './pdf.tsx'

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
  const hasPdfColumn = usePdfColumn()
  const tabs = [
    { name: 'details', label: m.tabs.details, content: <Details invoice={invoice} /> },
    { name: 'explain', label: m.tabs.explain, content: <Explain invoice={invoice} /> },
    { name: 'payments', label: m.tabs.payments, content: <PaymentsTab invoice={invoice} /> },
    { name: 'emails', label: m.tabs.emails, content: <EmailsTab invoice={invoice} /> },
    { name: 'timeline', label: m.tabs.timeline, content: <History invoice={invoice} /> },
  ]
  return (
    <>
      <PageTitle
        parent={{ to: 'invoices', label: m.title }}
        badge={<StatusBadge status={invoice.status} />}
        actions={<Actions invoice={invoice} />}
      >
        {useInvoiceName(invoice)}
      </PageTitle>
      <StatusText invoice={invoice} />
      {invoice.warnings.length > 0 && (
        <Box mt="md">
          <Warnings warnings={invoice.warnings} title={m.finalizedWith} />
        </Box>
      )}
      <Grid gap="lg" mt="md">
        <Grid.Col span={hasPdfColumn ? 7 : 12}>
          <PageTabs label={m.tabList} tabs={tabs} />
        </Grid.Col>
        {hasPdfColumn && (
          <Grid.Col span={5}>
            <Pdf invoice={invoice} />
          </Grid.Col>
        )}
      </Grid>
    </>
  )
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
    </Paper>
  )
}

function useSentence(invoice: Invoice): string {
  const m = useMessages(messages)
  const format = useFormat()
  const { status, currency, amount_due, amount_paid, amount_remaining } = invoice
  const remaining = format.money(amount_remaining, currency)
  const date = format.date(invoice.due_date)
  switch (status) {
    case 'draft':
      return m.statusSentences.draft
    case 'posted':
      return m.statusSentences.posted(remaining, date)
    case 'overdue':
      return m.statusSentences.overdue(remaining, date)
    case 'paid':
      return amount_due === 0
        ? m.statusSentences.nothingDue
        : m.statusSentences.paid(format.money(amount_paid, currency))
    case 'void':
      return m.statusSentences.void
  }
}
