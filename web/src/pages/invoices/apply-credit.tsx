// Pays an invoice with its customer's credit, after showing its effect.
import { useState } from 'react'
import { applicable } from '../../../../src/domain/credit.ts'
import { invoiceCan } from '../../../../src/domain/invoice.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type { Customer, Invoice } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/**
 * The part of the balance due that the customer's credit covers; 0 if nothing is due, while it loads, and for users who
 * may not read it.
 */
export function useCredit(invoice: Invoice, isNeeded = true): number {
  const { settings } = useTenant()
  const enabled = useMay('customers:read') && invoiceCan('pay', invoice) && isNeeded
  const { customer_id, currency, amount_remaining } = invoice
  const { data } = useRead<Customer>(`/customers/${customer_id}`, {}, { enabled })
  if (!(enabled && data)) return 0
  const own = currency === settings?.default_currency
  const balance = own ? data.credit_balance : (data.credit_balances[currency] ?? '0')
  return applicable(balance, currency, amount_remaining)
}

interface ApplyCreditProps {
  invoice: Invoice
  /** The amount that the credit covers, in the smallest unit of the currency. */
  covered: number
  onClose: () => void
}

/** Defaults to as much as remains and the credit covers. */
export function ApplyCredit({ invoice, covered, onClose }: ApplyCreditProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const [amount, setAmount] = useState<number | null>(covered)
  return (
    <ActionDialog
      title={m.applyTitle(invoice.number)}
      call={{
        method: 'POST',
        path: `/invoices/${invoice.id}/apply_credit`,
        // The server refuses an empty amount with a message.
        body: { amount: amount ?? 0 },
      }}
      label={m.actions.apply}
      done={m.done.apply}
      incomplete={Number.isNaN(amount)}
      concernsCustomer
      onClose={onClose}
    >
      <MoneyInput
        label={m.amount}
        description={m.applyHint(format.money(covered, invoice.currency))}
        value={amount}
        onChange={setAmount}
        currency={invoice.currency}
        data-autofocus
      />
    </ActionDialog>
  )
}
