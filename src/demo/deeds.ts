// What is done in the demo, day by day: each deed is one or a few calls of the API.

import type { CalendarDate } from '../domain/calendar.ts'
import type { CreditCreate } from '../features/credit-transactions/schemas.ts'
import type { CustomerCreate } from '../features/customers/schemas.ts'
import type { InvoiceCreate } from '../features/invoices/schemas.ts'
import type { PaymentCreate } from '../features/payments/schemas.ts'
import type { Chance } from './chance.ts'
import type { CouponName } from './coupons.ts'
import type { GoodName } from './goods.ts'

/** A customer, an invoice or a payment of the plan, by its place there: it has no id yet. */
export type Ref = number

export interface Line {
  good: GoodName
  description: string
  quantity: number
  unit_amount: number
}

export type Deed =
  | { do: 'sell'; good: GoodName }
  | { do: 'archive'; good: GoodName }
  | { do: 'meet'; customer: Ref; body: CustomerCreate }
  | { do: 'discount'; customer: Ref; coupon: CouponName }
  | { do: 'credit'; customer: Ref; body: CreditCreate }
  | { do: 'draft'; invoice: Ref; customer: Ref; lines: Line[]; body: DraftBody }
  | { do: 'issue'; invoice: Ref }
  | { do: 'void'; invoice: Ref }
  | Payment
  | { do: 'reverse'; payment: Ref; reason: string }

export type DraftBody = Pick<InvoiceCreate, 'currency' | 'notes' | 'metadata'>

export interface Payment {
  do: 'pay'
  payment: Ref
  invoice: Ref
  /** Of what remains on the invoice, in thousandths. */
  thousandths: number
  /** What came beyond it, in the smallest unit; it is granted as credit. */
  over: number
  body: Pick<PaymentCreate, 'method' | 'reference' | 'note'>
}

/** In this order within one day, so that nothing is asked for before it exists. */
const ORDER = [
  ...['sell', 'meet', 'discount', 'credit', 'draft', 'issue', 'pay', 'reverse', 'void', 'archive'],
] as readonly Deed['do'][]

export interface Day {
  /** Business time, in milliseconds. */
  at: number
  deeds: Deed[]
}

/** The deeds of a day in the order in which they can be done. */
export function inOrder(deeds: readonly Deed[]): Deed[] {
  return deeds.toSorted((a, b) => ORDER.indexOf(a.do) - ORDER.indexOf(b.do))
}

export interface Plan {
  /** Business time at which the account begins, and at which the plan ends, in milliseconds. */
  begins: number
  until: number
  days: Day[]
  deeds: number
}

/** A plan while it is drawn: deeds are put on a day, counted from the first. */
export interface Draft {
  chance: Chance
  /** The last day there is. */
  last: number
  dateOf(day: number): CalendarDate
  /** On that day, or the next working day; what would be after the last day never happens. */
  put(day: number, deed: Deed): number
  invoices: number
  payments: number
}
