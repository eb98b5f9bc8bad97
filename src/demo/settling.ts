// How the demo's invoices are paid: mostly on time and in full, sometimes not.

import type { Draft, Payment, Ref } from './deeds.ts'
import { daysToPay, type Person } from './people.ts'

const REASONS = {
  cheque: 'Cheque returned: insufficient funds',
  card: 'Charged back by the cardholder',
  bank_transfer: 'Transfer recalled by the bank',
} as const

/** When a silent customer stopped paying, in days before the end. */
const SILENT_DAYS = 160

export function planPayments(
  draft: Draft,
  person: Person,
  invoice: Ref,
  finalizedOn: number,
): void {
  const { chance, last } = draft
  if (person.habit === 'silent' && finalizedOn > last - SILENT_DAYS) return
  const paid = finalizedOn + daysToPay(person, chance)
  if (chance.percent(6)) {
    const part = pay(draft, person, invoice, { thousandths: chance.between(300, 650) })
    draft.put(paid, part)
    const rest = paid + chance.between(9, 30)
    if (chance.percent(85)) draft.put(rest, pay(draft, person, invoice, {}))
    return
  }
  const over = !person.isBig && chance.percent(2) ? chance.between(2, 40) * 500 : 0
  const payment = pay(draft, person, invoice, { over })
  const settled = draft.put(paid, payment)
  if (over === 0 && !person.isBig && chance.percent(2)) {
    const method = payment.body.method as keyof typeof REASONS
    const reversed = draft.put(settled + chance.between(2, 6), {
      do: 'reverse',
      payment: payment.payment,
      reason: REASONS[method],
    })
    if (chance.percent(75))
      draft.put(reversed + chance.between(4, 15), pay(draft, person, invoice, {}))
  }
}

function pay(
  draft: Draft,
  { place, body }: Person,
  invoice: Ref,
  { thousandths = 1_000, over = 0 }: { thousandths?: number; over?: number },
): Payment {
  const { chance } = draft
  const payment = draft.payments++
  const method = chance.percent(75) ? (place.methods[0] ?? 'other') : chance.pick(place.methods)
  const number = chance.between(100_000, 999_999)
  const references = {
    card: `Card ending in ${chance.between(1000, 9999)}`,
    bank_transfer: `Transfer ${number}`,
    cheque: `Cheque ${number % 10_000}`,
    other: '',
  }
  const note = over > 0 ? `${body.name} sent more than was due; the rest is credit.` : ''
  return {
    do: 'pay',
    payment,
    invoice,
    thousandths,
    over,
    body: { method, reference: references[method], note },
  }
}
