// One dispute: until when to respond, where, and what it took.
import { Alert, Anchor, Paper, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Dispute, Invoice } from '../../api/types.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages, reasonIn } from './messages.ts'

export function DisputePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Dispute>(`/disputes/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="payments:read">
      {(dispute) => <Shown dispute={dispute} />}
    </Loaded>
  )
}

function Shown({ dispute }: { dispute: Dispute }) {
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <>
      <PageTitle
        parent={{ to: 'disputes', label: m.title }}
        badge={<StatusBadge status={dispute.status} />}
      >
        {m.heading(format.money(dispute.amount, dispute.currency))}
      </PageTitle>
      <ToDo dispute={dispute} />
      <PageTabs
        label={m.tabList}
        tabs={[
          { name: 'details', label: m.tabs.details, content: <Details dispute={dispute} /> },
          {
            name: 'timeline',
            label: m.tabs.timeline,
            content: <ObjectTimeline of={{ object_id: dispute.id }} />,
          },
        ]}
      />
    </>
  )
}

/** What to do now, with the deadline first. */
function ToDo({ dispute }: { dispute: Dispute }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { mode } = useTenant()
  const { status, evidence_due_by, gateway_id, gateway_ref, withdrawn_at } = dispute
  const texts = {
    needs_response: m.respond(evidence_due_by ? format.time(evidence_due_by) : ''),
    under_review: m.underReview,
    won: m.won,
    lost: m.lost,
  }
  const isOpen = status === 'needs_response' || status === 'under_review'
  const stripe = `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}disputes/${gateway_ref}`
  return (
    <Alert color={status === 'needs_response' ? 'red' : 'gray'} mb="md">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {texts[status]}
        </Text>
        {isOpen && withdrawn_at !== null && <Text size="sm">{m.holds}</Text>}
        {status === 'needs_response' && gateway_id !== null && (
          <Anchor href={stripe} target="_blank" rel="noreferrer" size="sm">
            {m.toStripe}
          </Anchor>
        )}
      </Stack>
    </Alert>
  )
}

function Details({ dispute }: { dispute: Dispute }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { amount, amount_withdrawn, currency, customer_id, invoice_id, payment_id } = dispute
  const { data: invoice } = useRead<Invoice>(
    `/invoices/${invoice_id}`,
    {},
    { enabled: invoice_id !== null },
  )
  const at = (time: string | null) => time && format.time(time)
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.amount, format.money(amount, currency)],
            [m.withdrawn, amount_withdrawn > 0 && format.money(amount_withdrawn, currency)],
            [m.reason, reasonIn(m.reasons, dispute.reason)],
            [m.respondBy, at(dispute.evidence_due_by)],
            [
              m.payment,
              <PageLink key="p" to={`payments/${payment_id}`} size="sm">
                {m.thePayment}
              </PageLink>,
            ],
            [
              m.invoice,
              invoice && (
                <PageLink key="i" to={`invoices/${invoice_id}`} size="sm">
                  {invoice.number}
                </PageLink>
              ),
            ],
            [
              m.customer,
              <PageLink key="c" to={`customers/${customer_id.replace('cus_', '')}`} size="sm">
                <CustomerName id={customer_id} />
              </PageLink>,
            ],
            [m.createdAt, format.time(dispute.created_at)],
            [m.withdrawnAt, at(dispute.withdrawn_at)],
            [m.returnedAt, at(dispute.returned_at)],
            [m.closedAt, at(dispute.closed_at)],
            [m.gatewayRef, <CopyText key="g" text={dispute.gateway_ref} />],
            [m.id, <CopyText key="id" text={dispute.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/disputes/${dispute.id}` }} />
    </>
  )
}
