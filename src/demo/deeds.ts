// The actions of the demo, day by day: each is one or a few API calls.

import type { CalendarDate } from '../domain/calendar.ts'
import type { CreditCreate } from '../features/crediting/schemas.ts'
import type { CustomerCreate } from '../features/customers/schemas.ts'
import type { InvoiceCreate } from '../features/invoices/schemas.ts'
import type { PaymentCreate } from '../features/payments/schemas.ts'
import type { Chance } from './chance.ts'
import type { CouponName } from './coupons.ts'
import type { GoodName } from './goods.ts'

/** A customer, an invoice or a payment of the plan, by index: it has no ID yet. */
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
  | { do: 'finalize'; invoice: Ref }
  | { do: 'void'; invoice: Ref }
  | Payment
  | { do: 'reverse'; payment: Ref; reason: string }

export type DraftBody = Pick<InvoiceCreate, 'currency' | 'notes' | 'metadata'>

export interface Payment {
  do: 'pay'
  payment: Ref
  invoice: Ref
  /** The share of the invoice's balance, in thousandths. */
  thousandths: number
  /** The overpayment in the smallest unit; it is granted as credit. */
  over: number
  body: Pick<PaymentCreate, 'method' | 'reference' | 'note'>
}

/** The order within one day, so that nothing is used before it exists. */
const ORDER = [
  ...[
    'sell',
    'meet',
    'discount',
    'credit',
    'draft',
    'finalize',
    'pay',
    'reverse',
    'void',
    'archive',
  ],
] as readonly Deed['do'][]

export interface Day {
  /** Business time, in milliseconds. */
  at: number
  deeds: Deed[]
}

/** Sorts the actions of a day into the order in which they can be done. */
export function inOrder(deeds: readonly Deed[]): Deed[] {
  return deeds.toSorted((a, b) => ORDER.indexOf(a.do) - ORDER.indexOf(b.do))
}

export interface Plan {
  /** Business time at which the account begins and the plan ends, in milliseconds. */
  begins: number
  until: number
  days: Day[]
  deeds: number
}

/** A plan in progress: actions are put on a day, counted from the first. */
export interface Draft {
  chance: Chance
  /** The last day of the plan. */
  last: number
  dateOf(day: number): CalendarDate
  /** Puts it on that day or the next working day. Actions after the last day are dropped. */
  put(day: number, deed: Deed): number
  invoices: number
  payments: number
}
