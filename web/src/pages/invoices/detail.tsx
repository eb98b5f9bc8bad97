// One invoice: what it asks for and why, what was done about it, and what can be done.
import { Alert, Grid, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import type { Invoice } from '../../api/types.ts'
import { Loaded } from '../../page/loaded.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
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
import { Pdf, usePdfBeside } from './pdf.tsx'

export function InvoicePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Invoice>(`/invoices/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="invoices:read">
      {(invoice) => <Shown key={invoice.id} invoice={invoice} />}
    </Loaded>
  )
}

/** What it is called: a draft's number is only lent to it. */
function useInvoiceName(invoice: Invoice): string {
  const m = useMessages(messages)
  return invoice.status === 'draft' ? m.draftName(invoice.number) : invoice.number
}

function Shown({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const beside = usePdfBeside()
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
      >
        {useInvoiceName(invoice)}
      </PageTitle>
      <Actions invoice={invoice} />
      <Standing invoice={invoice} />
      <Grid gap="lg" mt="md">
        <Grid.Col span={beside ? 7 : 12}>
          <PageTabs label={m.tabList} tabs={tabs} />
        </Grid.Col>
        {beside && (
          <Grid.Col span={5}>
            <Pdf invoice={invoice} />
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}

/** The state of things in one sentence, for whoever answers the telephone. */
function Standing({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { status, currency, amount_due, amount_paid, amount_remaining } = invoice
  const remaining = format.money(amount_remaining, currency)
  const date = format.date(invoice.due_date)
  const sentence = {
    draft: () => m.standing.draft,
    posted: () => m.standing.posted(remaining, date),
    overdue: () => m.standing.overdue(remaining, date),
    paid: () =>
      amount_due === 0
        ? m.standing.nothingDue
        : m.standing.paid(format.money(amount_paid, currency)),
    void: () => m.standing.void,
  }[status]()
  const color = { draft: 'gray', posted: 'ink', overdue: 'red', paid: 'green', void: 'gray' }[
    status
  ]
  return (
    <Alert color={color} mt="md" py="xs">
      <Text size="sm">{sentence}</Text>
    </Alert>
  )
}
