// The content of an invoice: its lines, its sums, customer and due date.
import { Anchor, Code, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { amountCollectible } from '../../../../src/domain/invoice.ts'
import type { Invoice } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { CopyIcon, CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages as priceMessages } from '../prices/messages.ts'
import { usePriceText } from '../prices/price-text.ts'
import type { PricedLine } from '../prices/types.ts'
import { isMore, shareOf } from '../subscriptions/period.ts'
import { DraftDiscounts } from './discounts.tsx'
import { messages } from './messages.ts'
import { SumList } from './sum-list.tsx'
import { type SumRow, useTaxName } from './sum-rows.ts'
import { messages as taxMessages } from './tax-messages.ts'

export function Details({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const format = useFormat()
  const at = (instant: string | null) => instant && format.time(instant)
  return (
    <Stack>
      <Lines invoice={invoice} />
      {invoice.status === 'draft' && <DraftDiscounts invoice={invoice} />}
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.poNumber, invoice.reference],
            [m.suppliedOn, invoice.supply_date && format.date(invoice.supply_date)],
            [
              m.relatesTo,
              invoice.relates_to && (
                <PageLink key="r" to={`invoices/${invoice.relates_to}`} size="sm">
                  {invoice.relates_to}
                </PageLink>
              ),
            ],
            [
              m.notes,
              invoice.notes && (
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                  {invoice.notes}
                </Text>
              ),
            ],
            [
              m.email,
              invoice.email_status &&
                m.emailStatuses[invoice.email_status as keyof typeof m.emailStatuses],
            ],
            [m.hosted, invoice.hosted_url && <HostedLink key="h" invoice={invoice} />],
            [
              m.subscription,
              invoice.subscription_id && (
                <PageLink key="s" to={`subscriptions/${invoice.subscription_id}`} size="sm">
                  {invoice.subscription_id}
                </PageLink>
              ),
            ],
            [m.writeOffReason, invoice.amount_written_off > 0 && invoice.write_off_reason],
            [m.created, at(invoice.created_at)],
            [m.finalized, at(invoice.finalized_at)],
            [m.sent, at(invoice.sent_at)],
            [m.voided, at(invoice.voided_at)],
            [
              m.metadata,
              Object.keys(invoice.metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(invoice.metadata, undefined, 2)}
                </Code>
              ),
            ],
            [m.id, <CopyText key="id" text={invoice.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/invoices/${invoice.id}` }} />
    </Stack>
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { currency } = invoice
  const money = (amount: number) => format.money(amount, currency)
  const row = (key: string, name: string, amount: number, kind?: 'strong'): SumRow => ({
    key,
    name,
    amount,
    ...(kind && { kind }),
  })
  const written = invoice.amount_written_off
  // Voiding returns credit to the customer.
  const later = invoice.status === 'void' ? 0 : invoice.credit_applied_later
  const more = [
    ...(invoice.credit_applied > 0
      ? [
          row('credit', m.creditApplied, -invoice.credit_applied),
          row('due', m.amountDue, invoice.amount_due, 'strong'),
        ]
      : []),
    ...(later > 0 ? [row('later', m.creditApplied, -later)] : []),
    ...(invoice.amount_paid > 0 ? [row('paid', m.paid, -invoice.amount_paid)] : []),
    ...(invoice.amount_credited > 0 ? [row('credited', m.credited, -invoice.amount_credited)] : []),
    ...(invoice.amount_paid + invoice.amount_credited + later + written > 0
      ? [row('remaining', m.remaining, invoice.amount_remaining, 'strong')]
      : []),
    ...(written > 0
      ? [
          row('written', m.writtenOff, -written),
          row('collect', m.toCollect, amountCollectible(invoice), 'strong'),
        ]
      : []),
  ]
  return (
    <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="xs" aria-label={m.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{m.description}</Table.Th>
            <Table.Th scope="col" className="numeric" visibleFrom="xs">
              {m.quantity}
            </Table.Th>
            <Table.Th scope="col" className="numeric" visibleFrom="xs">
              {m.price}
            </Table.Th>
            <Table.Th scope="col" className="numeric">
              {m.amount}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoice.line_items.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ID but their index.
            <Table.Tr key={index}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {line.description}
                {line.period && (
                  <Text size="xs" c="dimmed" component="div">
                    {m.period(format.day(line.period.start), format.lastDay(line.period.end))}
                    {line.pricing?.part &&
                      ` · ${isMore(line.pricing.part) ? m.more : m.share(format.percent(shareOf(line.pricing.part)))}`}
                  </Text>
                )}
                {line.supply_date && (
                  <Text size="xs" c="dimmed" component="div">
                    {m.supplied(format.date(line.supply_date))}
                  </Text>
                )}
                <Text size="xs" c="dimmed" hiddenFrom="xs" component="div">
                  <LineQuantity line={line} currency={currency} /> ×{' '}
                  <LinePrice line={line} currency={currency} />
                </Text>
                <LineTaxes line={line} currency={currency} />
              </Table.Td>
              <Table.Td className="numeric" visibleFrom="xs">
                <LineQuantity line={line} currency={currency} />
              </Table.Td>
              <Table.Td className="numeric" visibleFrom="xs">
                <LinePrice line={line} currency={currency} />
              </Table.Td>
              <Table.Td className="numeric">{money(line.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <SumList figures={invoice} more={more} />
    </Paper>
  )
}

interface LineCellProps {
  line: PricedLine
  currency: string
}

/** The discounts and taxes of a line, if any. */
function LineTaxes({ line, currency }: LineCellProps) {
  const m = useMessages(taxMessages)
  const format = useFormat()
  const taxName = useTaxName()
  const money = (amount: number) => format.money(amount, currency)
  const { amount, discount, net, taxes } = line
  const parts = [
    ...(discount > 0 ? [m.lineDiscount(money(-discount))] : []),
    ...(net !== amount ? [m.lineNet(money(net))] : []),
    ...taxes
      .filter(({ name }) => name !== '')
      .map((tax) => m.lineTax(taxName(tax), money(tax.amount))),
  ]
  if (parts.length === 0) return null
  return (
    <Text size="xs" c="dimmed">
      {parts.join(' · ')}
    </Text>
  )
}

/** The billed quantity: for a priced line, the integer fields hold 1 and its amount. */
function LineQuantity({ line, currency }: LineCellProps) {
  const format = useFormat()
  const text = usePriceText()
  const { quantity, quantity_decimal, pricing } = line
  if (!quantity_decimal) return format.number(quantity)
  // For a percentage price, the quantity is a sum of amounts.
  if (pricing?.model === 'percentage') return text.unit(quantity_decimal, currency)
  return text.decimal(quantity_decimal)
}

/** The line's price with a link to it, or the unit price with all its digits. */
function LinePrice({ line, currency }: LineCellProps) {
  const format = useFormat()
  const text = usePriceText()
  const { models } = useMessages(priceMessages)
  const { unit_amount, unit_amount_decimal, price_id, pricing } = line
  // For a part of a period, the amount is a share of the quantity times this price.
  const decimal = unit_amount_decimal ?? (pricing?.part && pricing.unit_amount_decimal)
  const unit = decimal ? text.unit(decimal, currency) : format.money(unit_amount, currency)
  if (!price_id) return unit
  const isUnit = unit_amount_decimal || !pricing || pricing.model === 'per_unit'
  return (
    <PageLink to={`prices/${price_id}`} fz="inherit">
      {isUnit ? unit : models[pricing.model]}
    </PageLink>
  )
}

/** The page that the customer sees, and an action that revokes its URL. */
function HostedLink({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const [rotating, setRotating] = useState(false)
  const url = invoice.hosted_url ?? ''
  const path = `/invoices/${invoice.id}/rotate_hosted_url`
  return (
    <Group gap="xs">
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
        {m.openHosted}
      </Anchor>
      <CopyIcon text={url} />
      <ActionButton
        permission="invoices:write"
        size="compact-xs"
        variant="default"
        onClick={() => setRotating(true)}
      >
        {m.rotate}
      </ActionButton>
      <ActionDialog
        title={m.rotateTitle}
        call={rotating ? { method: 'POST', path } : undefined}
        label={m.rotate}
        done={m.done.rotate}
        danger
        onClose={() => setRotating(false)}
      >
        <Text size="sm">{m.rotateText}</Text>
      </ActionDialog>
    </Group>
  )
}
