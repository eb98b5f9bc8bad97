// Dialogs that move the money of a payment: to invoices and back, to the customer's balance, or back to the customer.
import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { canRefund } from '../../../../src/domain/refund-outcomes.ts'
import { useRead } from '../../api/hooks.ts'
import type { Invoice, List, Payment } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { HOWS_OF_PAYMENT, HowField, type HowOfPayment } from '../refunds/how.tsx'
import { messages } from './messages.ts'
import {
  type Amounts,
  isWrong,
  type Offer,
  Parts,
  partsOf,
  spread,
  useOpenInvoices,
} from './parts.tsx'

interface MoveProps {
  payment: Payment
  onClose: () => void
}

export function Allocate(props: MoveProps) {
  const { customer_id, currency } = props.payment
  const offers = useOpenInvoices(customer_id, currency)
  const { unallocated } = props.payment
  return offers && <MoveParts {...props} verb="allocate" offers={offers} amount={unallocated} />
}

export function Deallocate(props: MoveProps) {
  const { allocations, customer_id } = props.payment
  const numbers = useNumbers(
    allocations.map(({ invoice_id }) => invoice_id),
    customer_id,
  )
  if (!numbers) return null
  const offers = allocations.map(({ invoice_id, amount }) => ({
    invoice_id,
    label: numbers.get(invoice_id) ?? invoice_id,
    most: amount,
  }))
  // A single allocation is removed entirely by default; of several, the user chooses.
  const amount = offers.length === 1 ? (offers[0]?.most ?? 0) : 0
  return <MoveParts {...props} verb="deallocate" offers={offers} amount={amount} />
}

/** The numbers of invoices by ID; undefined while they load. */
function useNumbers(ids: readonly string[], customer_id: string): Map<string, string> | undefined {
  const { data, error } = useRead<List<Invoice>>('/invoices', { customer_id, limit: 100 })
  if (!data && !error) return undefined
  const found = (data?.data ?? []).filter(({ id }) => ids.includes(id))
  return new Map(found.map(({ id, number }) => [id, number]))
}

interface MovePartsProps extends MoveProps {
  verb: 'allocate' | 'deallocate'
  offers: readonly Offer[]
  amount: number
}

function MoveParts({ payment, onClose, verb, offers, amount }: MovePartsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const [entered, setEntered] = useState<Amounts>()
  const amounts = entered ?? spread(offers, amount)
  const allocations = partsOf(amounts)
  const { currency, unallocated } = payment
  const text = {
    allocate: m.allocateText(format.money(unallocated, currency)),
    deallocate: m.deallocateText,
  }[verb]
  return (
    <ActionDialog
      title={m.moves[verb]}
      call={{ method: 'POST', path: `/payments/${payment.id}/${verb}`, body: { allocations } }}
      label={m.moves[verb]}
      done={m.moved[verb]}
      incomplete={isWrong(amounts) || allocations.length === 0}
      concernsCustomer
      onClose={onClose}
    >
      <Text size="sm">{text}</Text>
      <Parts offers={offers} currency={currency} amounts={amounts} onChange={setEntered} />
    </ActionDialog>
  )
}

export function ToBalance(props: MoveProps) {
  const { id, unallocated } = props.payment
  const path = `/payments/${id}/to_balance`
  return <MoveAmount {...props} verb="to_balance" path={path} most={unallocated} />
}

export function Refund(props: MoveProps) {
  const { id, unallocated, to_balance } = props.payment
  const [how, setHow] = useState<HowOfPayment>('gateway')
  const body = {
    ...{ payment_id: id, from: 'overpayment' },
    ...(how === 'by_hand' && { by_gateway: false }),
  }
  const most = unallocated + to_balance
  return (
    <MoveAmount {...props} verb="refund" path="/refunds" body={body} most={most}>
      {canRefund(props.payment) && (
        <HowField choices={HOWS_OF_PAYMENT} value={how} onChange={setHow} />
      )}
    </MoveAmount>
  )
}

interface MoveAmountProps extends MoveProps {
  verb: 'to_balance' | 'refund'
  path: string
  body?: object
  /** The amount at first. */
  most: number
  children?: ReactNode
}

function MoveAmount({ payment, onClose, verb, path, body, most, children }: MoveAmountProps) {
  const m = useMessages(messages)
  const [amount, setAmount] = useState<number | null>(most)
  return (
    <ActionDialog
      title={m.moves[verb]}
      // The server refuses an empty amount with a message.
      call={{ method: 'POST', path, body: { ...body, amount: amount ?? 0 } }}
      label={m.moves[verb]}
      done={m.moved[verb]}
      incomplete={Number.isNaN(amount)}
      concernsCustomer
      onClose={onClose}
    >
      <Text size="sm">{m.moveTexts[verb]}</Text>
      {children}
      <MoneyInput
        label={m.amount}
        value={amount}
        onChange={setAmount}
        currency={payment.currency}
        data-autofocus
      />
    </ActionDialog>
  )
}
