// The actions of an invoice: the domain's table of actions as buttons, and a dialog for each.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { amountCollectible, invoiceCan } from '../../../../src/domain/invoice.ts'
import { useHasGateway } from '../../api/gateways.ts'
import { useMay, usePagePath, useTenant } from '../../api/tenant.ts'
import type { Account, Invoice, PaymentMethod } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useSearchState } from '../../page/search-state.ts'
import { useFormat } from '../../text/format.ts'
import type { Like } from '../../text/locale.tsx'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { invoiceStatus } from '../../text/status-of.ts'
import { CreditInvoice } from '../credit-notes/dialog.tsx'
import { useLeft } from '../credit-notes/left.ts'
import { ActionBar, type Offer } from './action-bar.tsx'
import { ApplyCredit, useCredit } from './apply-credit.tsx'
import { Charge, Outcome, useMethods } from './charge.tsx'
import { messages } from './messages.ts'
import { RecordPayment } from './record-payment.tsx'
import { SendEmail } from './send-email.tsx'
import { ReverseWriteOff, WriteOff } from './write-off.tsx'

export type ActionName =
  | 'finalize'
  | 'edit'
  | 'pay'
  | 'charge'
  | 'apply'
  | 'send'
  | 'remind'
  | 'credit'
  | 'write_off'
  | 'reverse_write_off'
  | 'duplicate'
  | 'void'

/** The facts that the reasons depend on, besides the invoice itself. */
interface Known {
  /** The part that its credit notes left; without it, notes that did not reduce the balance due are unknown. */
  left?: number | undefined
  /** The amount that the customer's credit covers. */
  covered?: number
  /** Whether the customer has a saved method that can pay. */
  hasMethod?: boolean
  /** Whether the account allows to void finalized invoices. */
  void_invoices?: Account['void_invoices'] | undefined
}

/** Why the state of an invoice does not allow an action; undefined if it does. */
export function reasonOf(
  name: ActionName,
  invoice: Invoice,
  m: Like<typeof messages.en>,
  status: string,
  { left = invoice.total - invoice.amount_credited, covered = 0, hasMethod, void_invoices }: Known,
): string | undefined {
  const can = (action: Parameters<typeof invoiceCan>[0]) => invoiceCan(action, invoice)
  switch (name) {
    case 'finalize':
      return can('finalize') ? undefined : m.reasons.onlyDraft(status)
    case 'edit':
      return can('update') ? undefined : m.reasons.onlyDraft(status)
    case 'pay':
      return can('pay') ? undefined : m.reasons.onlyOpen(status)
    case 'charge':
      if (!can('pay')) return m.reasons.onlyOpen(status)
      return hasMethod ? undefined : m.reasons.noMethod
    case 'apply':
      if (!can('pay')) return m.reasons.onlyOpen(status)
      return covered > 0 ? undefined : m.reasons.noCredit
    case 'send':
      return can('send') ? undefined : m.reasons.onlyFinalized(status)
    case 'remind':
      return can('remind') ? undefined : m.reasons.onlyOpen(status)
    case 'void':
      if (!can('void')) return m.reasons.isVoid
      if (void_invoices === 'forbid' && invoice.status !== 'draft') return m.reasons.voidForbidden
      if (invoice.amount_paid > 0) return m.reasons.hasPayments
      return left < invoice.total ? m.reasons.hasNotes : undefined
    case 'credit':
      if (!can('credit')) return m.reasons.onlyCreditable(status)
      return left > 0 ? undefined : m.reasons.nothingLeft
    case 'write_off':
      if (!can('pay')) return m.reasons.onlyOpen(status)
      return amountCollectible(invoice) > 0 ? undefined : m.reasons.writtenOff
    case 'reverse_write_off':
      return invoice.amount_written_off > 0 ? undefined : m.reasons.notWrittenOff
    case 'duplicate':
      return undefined
  }
}

/** In the order of the buttons; the first available action is highlighted. */
export const NAMES: readonly ActionName[] = [
  'finalize',
  'pay',
  'charge',
  'apply',
  'edit',
  'send',
  'remind',
  'credit',
  'write_off',
  'reverse_write_off',
  'duplicate',
  'void',
]

/** The permission that an action needs. */
export function permissionOf(name: ActionName): string {
  if (name === 'credit') return 'credit_notes:write'
  return name === 'pay' || name === 'charge' ? 'payments:write' : 'invoices:write'
}

export function Actions({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const { surface, settings } = useTenant()
  const hasGateway = useHasGateway()
  const [search, change] = useSearchState()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const left = useLeft(invoice)
  const covered = useCredit(invoice)
  const methods = useMethods(invoice)
  const [started, setStarted] = useState<string>()
  const known = {
    left: left?.total,
    covered,
    hasMethod: methods.length > 0,
    void_invoices: settings?.void_invoices,
  }
  const isOffered: Partial<Record<ActionName, boolean>> = {
    reverse_write_off: invoice.amount_written_off > 0,
    charge: hasGateway,
  }
  const names = NAMES.filter((name) => isOffered[name] ?? true)
  const actions = names
    .map((name) => ({
      name,
      reason: reasonOf(name, invoice, m, statuses[invoiceStatus(invoice)], known),
    }))
    .toSorted((a, b) => Number(a.reason !== undefined) - Number(b.reason !== undefined))
  const first = actions.find(({ name, reason }) => !reason && name !== 'duplicate')?.name
  const offers = actions.map(
    ({ name, reason }): Offer => ({
      name,
      label: m.actions[name],
      permission: permissionOf(name),
      reason,
      primary: name === first && name !== 'void',
      start: () => start(name),
    }),
  )
  const start = (name: ActionName) => {
    if (name === 'edit') void navigate({ to: pathOf(`invoices/${invoice.id}/edit`) })
    else if (name === 'duplicate') {
      void navigate({ to: pathOf('invoices/new'), search: { from: invoice.id } as never })
    } else change({ do: name })
  }
  return (
    <>
      <ActionBar offers={offers} pdf={`${surface}/invoices/${invoice.id}/pdf`} />
      <Dialogs
        invoice={invoice}
        covered={covered}
        methods={methods}
        open={search.do}
        close={() => change({ do: undefined }, { replace: true })}
        showNotes={() => change({ do: undefined, tab: 'credit-notes' }, { replace: true })}
        onCharged={setStarted}
      />
      {started && <Outcome key={started} id={started} onOver={() => setStarted(undefined)} />}
    </>
  )
}

interface DialogsProps {
  invoice: Invoice
  covered: number
  methods: readonly PaymentMethod[]
  open: string | undefined
  close: () => void
  /** Shows the invoice's credit notes. */
  showNotes: () => void
  /** Called with the ID of a payment that was started. */
  onCharged: (id: string) => void
}

function Dialogs(props: DialogsProps) {
  const { invoice, covered, methods, open, close, showNotes, onCharged } = props
  const m = useMessages(messages)
  const format = useFormat()
  const path = `/invoices/${invoice.id}`
  const may = useMay('invoices:write')
  const mayPay = useMay('payments:write')
  const mayCredit = useMay('credit_notes:write')
  // Not requested if state or role forbid it: the URL may be old, or come from another user.
  const finalizing = open === 'finalize' && may && invoiceCan('finalize', invoice)
  const voiding = open === 'void' && may && invoiceCan('void', invoice)
  return (
    <>
      <ActionDialog
        title={m.finalizeTitle(format.money(invoice.total, invoice.currency))}
        call={finalizing ? { method: 'POST', path: `${path}/finalize` } : undefined}
        label={m.actions.finalize}
        done={m.done.finalize}
        final="finalize"
        concernsCustomer
        onClose={close}
      />
      <ActionDialog
        title={m.voidTitle(invoice.number, format.money(invoice.total, invoice.currency))}
        call={voiding ? { method: 'POST', path: `${path}/void` } : undefined}
        label={m.actions.void}
        done={m.done.void}
        final="void"
        concernsCustomer
        danger
        onClose={close}
      />
      {(open === 'send' || open === 'remind') && may && invoiceCan(open, invoice) && (
        <SendEmail
          key={open}
          document={invoice}
          kind={open === 'send' ? 'invoice' : 'reminder'}
          onClose={close}
        />
      )}
      {open === 'pay' && mayPay && invoiceCan('pay', invoice) && (
        <RecordPayment invoice={invoice} onClose={close} />
      )}
      {open === 'charge' && mayPay && methods.length > 0 && (
        <Charge
          invoice={invoice}
          methods={methods}
          onClose={close}
          onDone={({ id }) => onCharged(id)}
        />
      )}
      {open === 'apply' && may && covered > 0 && (
        <ApplyCredit invoice={invoice} covered={covered} onClose={close} />
      )}
      {open === 'write_off' && may && invoiceCan('pay', invoice) && (
        <WriteOff invoice={invoice} onClose={close} />
      )}
      {open === 'reverse_write_off' && may && invoice.amount_written_off > 0 && (
        <ReverseWriteOff invoice={invoice} onClose={close} />
      )}
      {open === 'credit' && mayCredit && invoiceCan('credit', invoice) && (
        <CreditInvoice invoice={invoice} onClose={close} onDone={showNotes} />
      )}
    </>
  )
}
