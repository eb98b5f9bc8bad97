// The terms of the evaluator of recurring billing: a subscription, its acts, and the states that bill.

import type { Anchor, Calendar, Day, Fraction, Period, Repeats } from './recurring-grid.ts'

type Amounts = { unit_amount: string; fixed_amount?: string; minimum_amount?: string }
/** The price of a quantity, exact; prices without it are linear. */
type Value = (quantity: number) => Fraction
/** The interval is the one of the life unless given; amounts are in the smallest unit. */
type Price = Amounts & { billing: 'advance' | 'arrears'; of?: Value } & Partial<Repeats>
export type Want = { id: string; price: string; quantity: number }
/** A billing day moves to the first such day: a part until then, and full periods after it. */
type Grid = {
  anchor: 'keep' | 'reset' | Day
  proration: 'prorate' | 'none' | 'full_difference'
  invoice?: 'now' | 'next'
}
type Change = { type: 'change'; items: (Want | { id: string; remove: true })[] } & Grid
type Stop =
  | { type: 'pause'; credit_unused: boolean }
  | { type: 'cancel'; unused: 'none' | 'credit' }
/** `sent`: when the request was sent, if it applies from an earlier instant. */
export type Act = { at: number; sent?: number; follows?: boolean } & (
  | Change
  | Stop
  | { type: 'resume'; anchor: 'keep' | 'reset' }
)
/** Instants are in milliseconds since 1970; acts are in the order of requests. */
export interface Life extends Calendar {
  prices: Record<string, Price>
  items: Want[]
  acts: Act[]
  /** Of the whole subscription, whose items have one interval. */
  minimum_amount?: string
}
/** Billed from `from` to `until`; `once` and `less` make the book of a full difference. */
export type Span = Want &
  Instants & { anchor: Anchor; value: Fraction; less: Fraction } & {
    once?: Period
  }
/** The acts that added the span, bill its arrears early and end its grid, and its time. */
type Instants = { issued: number; settled: number; closed: number; from: number; until: number }
/** When an act applies, `t` in the proration unit, and when it is billed; `waited` if that is later than it was sent. */
export type When = { at: number; t: number; sent: number; waited: boolean }
export type Applied = Change & Pick<Act, 'follows'>
