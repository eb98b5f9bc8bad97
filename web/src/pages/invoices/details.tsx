// What an invoice says: its lines, its sums, for whom and until when.
import { Anchor, Code, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { Invoice } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyIcon, CopyText } from '../../parts/copy-text.tsx'
import { CustomerName } from '../../parts/customer-name.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function Details({ invoice }: { invoice: Invoice }) {
  const w = useWords(words)
  const format = useFormat()
  const at = (instant: string | null) => instant && format.time(instant)
  return (
    <Stack>
      <Lines invoice={invoice} />
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [
              w.customer,
              <PageLink
                key="c"
                to={`customers/${invoice.customer_id.replace('cus_', '')}`}
                size="sm"
              >
                <CustomerName id={invoice.customer_id} />
              </PageLink>,
            ],
            [w.due, format.date(invoice.due_date)],
            [
              w.notes,
              invoice.notes && (
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                  {invoice.notes}
                </Text>
              ),
            ],
            [
              w.mail,
              invoice.email_status &&
                w.emailStatuses[invoice.email_status as keyof typeof w.emailStatuses],
            ],
            [w.hosted, invoice.hosted_url && <HostedLink key="h" invoice={invoice} />],
            [w.created, at(invoice.created_at)],
            [w.finalized, at(invoice.finalized_at)],
            [w.sent, at(invoice.sent_at)],
            [w.voided, at(invoice.voided_at)],
            [
              w.metadata,
              Object.keys(invoice.metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(invoice.metadata, undefined, 2)}
                </Code>
              ),
            ],
            [w.id, <CopyText key="id" text={invoice.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/invoices/${invoice.id}` }} />
    </Stack>
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  const w = useWords(words)
  const format = useFormat()
  const { currency } = invoice
  const money = (amount: number) => format.money(amount, currency)
  const sums: (readonly [name: string, amount: number, strong?: boolean])[] = [
    [w.subtotal, invoice.subtotal],
    ...(invoice.tax > 0 ? [[w.tax, invoice.tax] as const] : []),
    [w.total, invoice.total, true],
    ...(invoice.credit_applied > 0
      ? [
          [w.creditApplied, -invoice.credit_applied] as const,
          [w.amountDue, invoice.amount_due, true] as const,
        ]
      : []),
    ...(invoice.amount_paid > 0
      ? [
          [w.paid, -invoice.amount_paid] as const,
          [w.remaining, invoice.amount_remaining, true] as const,
        ]
      : []),
  ]
  return (
    <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="xs" aria-label={w.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{w.description}</Table.Th>
            <Table.Th scope="col" className="numeric" visibleFrom="xs">
              {w.quantity}
            </Table.Th>
            <Table.Th scope="col" className="numeric" visibleFrom="xs">
              {w.price}
            </Table.Th>
            <Table.Th scope="col" className="numeric">
              {w.amount}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoice.line_items.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place only.
            <Table.Tr key={index}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {line.description}
                <Text size="xs" c="dimmed" hiddenFrom="xs">
                  {format.number(line.quantity)} × {money(line.unit_amount)}
                </Text>
              </Table.Td>
              <Table.Td className="numeric" visibleFrom="xs">
                {format.number(line.quantity)}
              </Table.Td>
              <Table.Td className="numeric" visibleFrom="xs">
                {money(line.unit_amount)}
              </Table.Td>
              <Table.Td className="numeric">{money(line.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <dl className="sums">
        {sums.map(([name, amount, strong]) => (
          <div key={name} data-strong={strong}>
            <dt>{name}</dt>
            <dd className="numeric">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}

/** The page that the customer sees, and a way to close it to whoever has its address. */
function HostedLink({ invoice }: { invoice: Invoice }) {
  const w = useWords(words)
  const [rotating, setRotating] = useState(false)
  const url = invoice.hosted_url ?? ''
  const path = `/invoices/${invoice.id}/rotate_hosted_url`
  return (
    <Group gap="xs">
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
        {w.openHosted}
      </Anchor>
      <CopyIcon text={url} />
      <DeedButton
        permission="invoices:write"
        size="compact-xs"
        variant="default"
        onClick={() => setRotating(true)}
      >
        {w.rotate}
      </DeedButton>
      <DeedDialog
        title={w.rotateTitle}
        call={rotating ? { method: 'POST', path } : undefined}
        label={w.rotate}
        done={w.done.rotate}
        danger
        onClose={() => setRotating(false)}
      >
        <Text size="sm">{w.rotateText}</Text>
      </DeedDialog>
    </Group>
  )
}
