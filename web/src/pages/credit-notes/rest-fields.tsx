// How the part of a note beyond the balance due is settled: as customer credit, as a refund, or returned outside.
import { Checkbox, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useId, useRef } from 'react'
import { canRefund } from '../../../../src/domain/refund-outcomes.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Invoice, List, Payment } from '../../api/types.ts'
import { MoneyInput } from '../../form/money-input.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { type How, HowField } from '../refunds/how.tsx'
import { messages } from './dialog-messages.ts'
import type { Left } from './left.ts'
import { useNotePreview } from './preview.ts'
import { amountFault } from './request.ts'

const WAYS = ['balance', 'refund', 'outside'] as const
type RestWay = (typeof WAYS)[number]

export interface Rest {
  way: RestWay
  /** Undefined until the user enters an amount; the default is all that can be returned. */
  amount: number | null | undefined
  /** Without a payment that a gateway collected, all of it is refunded by hand. */
  how: How
  reference: string
}

export const NO_REST: Rest = { way: 'balance', amount: undefined, how: 'gateway', reference: '' }

const HOWS = ['gateway', 'by_hand', 'paid'] as const satisfies readonly How[]

/** What the request adds for each way to refund. */
const SENT: Record<How, object> = {
  gateway: {},
  by_hand: { refund_by_gateway: false },
  paid: { refund_paid: true },
}

interface Amounts {
  /** The part of the note beyond the balance due. */
  rest: number
  /** The part of it that can be returned: at most the money received. */
  most: number
}

/**
 * The part of a note beyond the balance due, from its preview without refunds; the previous value while the next one
 * loads.
 */
export function useRest(credited: object | undefined, left: Left) {
  const { data, error } = useNotePreview(credited)
  const rest = useRef(0)
  if (data) rest.current = data.total - data.to_open
  else if (!credited || error) rest.current = 0
  const amounts: Amounts = {
    rest: rest.current,
    most: Math.max(0, Math.min(rest.current, left.money)),
  }
  return { amounts, isKnown: data !== undefined, error }
}

/** The properties that preview and request add; undefined if the amount is invalid. */
export function returnedOf({ way, amount, how, reference }: Rest, most: number) {
  if (way === 'balance' || most === 0) return { preview: {}, more: {} }
  const wanted = amount === undefined ? most : amount
  if (wanted === null || amountFault(wanted, most)) return undefined
  if (way === 'refund') {
    return { preview: { refund: wanted }, more: SENT[how] }
  }
  return {
    preview: { outside: wanted },
    more: reference === '' ? {} : { outside_reference: reference },
  }
}

/** True if a gateway collected money of the invoice, and can return it. */
function useByGateway({ id }: Invoice): boolean {
  const enabled = useMay('payments:read')
  const query = { invoice_id: id, status: 'settled', method: 'gateway', limit: 1 }
  const { data } = useRead<List<Payment>>('/payments', query, { enabled })
  return data?.data.some(canRefund) ?? false
}

interface RestFieldsProps {
  invoice: Invoice
  amounts: Amounts
  rest: Rest
  onChange: (rest: Rest) => void
}

/** Not shown if nothing can be returned. */
export function RestFields({ invoice, amounts, rest, onChange }: RestFieldsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const id = useId()
  const isNarrow = useMediaQuery('(max-width: 36em)') ?? false
  const byGateway = useByGateway(invoice)
  if (amounts.most === 0) return null
  const { currency } = invoice
  const set = (part: Partial<Rest>) => onChange({ ...rest, ...part })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500} id={id}>
        {m.rest(format.money(amounts.rest, currency))}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        value={rest.way}
        onChange={(way) => onChange({ ...NO_REST, way: way as RestWay })}
        data={WAYS.map((value) => ({ value, label: m.restWays[value] }))}
      />
      {rest.way === 'balance' ? (
        <Text size="xs" c="dimmed">
          {m.balanceHint}
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <ReturnedField invoice={invoice} amounts={amounts} rest={rest} onChange={onChange} />
          {rest.way === 'refund' && byGateway ? (
            <HowField choices={HOWS} value={rest.how} onChange={(how) => set({ how })} />
          ) : rest.way === 'refund' ? (
            <Checkbox
              label={m.paid}
              description={m.paidHint}
              checked={rest.how === 'paid'}
              onChange={(event) => set({ how: event.currentTarget.checked ? 'paid' : 'gateway' })}
              mt={{ xs: 'lg' }}
            />
          ) : (
            <TextInput
              label={m.reference}
              description={m.referenceHint}
              maxLength={256}
              value={rest.reference}
              onChange={(event) => set({ reference: event.currentTarget.value })}
            />
          )}
        </SimpleGrid>
      )}
    </Stack>
  )
}

function ReturnedField({
  invoice: { currency },
  amounts: { most },
  rest,
  onChange,
}: RestFieldsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const limit = format.money(most, currency)
  const amount = rest.amount === undefined ? most : rest.amount
  const fault = amountFault(amount, most)
  return (
    <MoneyInput
      label={rest.way === 'refund' ? m.refund : m.outside}
      description={m.returnHint(limit)}
      currency={currency}
      value={amount}
      onChange={(entered) => onChange({ ...rest, amount: entered })}
      error={
        fault === 'too_much' ? m.atMost(limit) : fault === 'not_positive' ? m.positive : undefined
      }
    />
  )
}
