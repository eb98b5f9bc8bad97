// One invoice: what it asks for and why, what was done about it, and what can be done.
import { Alert, Grid, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import type { Invoice } from '../../api/types.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { Deeds } from './deeds.tsx'
import { Details } from './details.tsx'
import { Explain } from './explain.tsx'
import { History } from './history.tsx'
import { MailsTab } from './mails.tsx'
import { PaymentsTab } from './payments.tsx'
import { Pdf, usePdfBeside } from './pdf.tsx'
import { words } from './words.ts'

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
  const w = useWords(words)
  return invoice.status === 'draft' ? w.draftName(invoice.number) : invoice.number
}

function Shown({ invoice }: { invoice: Invoice }) {
  const w = useWords(words)
  const beside = usePdfBeside()
  const tabs = [
    { name: 'details', label: w.tabs.details, content: <Details invoice={invoice} /> },
    { name: 'explain', label: w.tabs.explain, content: <Explain invoice={invoice} /> },
    { name: 'payments', label: w.tabs.payments, content: <PaymentsTab invoice={invoice} /> },
    { name: 'mails', label: w.tabs.mails, content: <MailsTab invoice={invoice} /> },
    { name: 'timeline', label: w.tabs.timeline, content: <History invoice={invoice} /> },
  ]
  return (
    <>
      <PageTitle
        parent={{ to: 'invoices', label: w.title }}
        badge={<StatusBadge status={invoice.status} />}
      >
        {useInvoiceName(invoice)}
      </PageTitle>
      <Deeds invoice={invoice} />
      <Standing invoice={invoice} />
      <Grid gap="lg" mt="md">
        <Grid.Col span={beside ? 7 : 12}>
          <PageTabs label={w.parts} tabs={tabs} />
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
  const w = useWords(words)
  const format = useFormat()
  const { status, currency, amount_due, amount_paid, amount_remaining } = invoice
  const remaining = format.money(amount_remaining, currency)
  const date = format.date(invoice.due_date)
  const sentence = {
    draft: () => w.standing.draft,
    posted: () => w.standing.posted(remaining, date),
    overdue: () => w.standing.overdue(remaining, date),
    paid: () =>
      amount_due === 0
        ? w.standing.nothingDue
        : w.standing.paid(format.money(amount_paid, currency)),
    void: () => w.standing.void,
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
