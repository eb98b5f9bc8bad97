// Emails about automatic payments that failed: which ones an account sends, and what they say.

import type { CalendarDate } from './calendar.ts'
import type { Language } from './languages/language.ts'
import type { PlanEnd } from './retry-plan.ts'

/** The emails about an invoice whose automatic payment failed. */
export const COLLECTION_EMAILS = [
  'payment_failed',
  'payment_failed_again',
  'action_required',
  'collection_ended',
] as const
export type CollectionEmail = (typeof COLLECTION_EMAILS)[number]

/** The emails that an account can switch off. */
export const SWITCHED_EMAILS = [...COLLECTION_EMAILS, 'card_expiring'] as const
export type SwitchedEmail = (typeof SWITCHED_EMAILS)[number]

/** With the amount that could not be charged, if that is not the balance due. */
export type CollectionCause = Cause & { amount?: number }

type Cause =
  /** The first failure, or a later one, and the day of the next attempt if one follows. */
  | { kind: 'payment_failed' | 'payment_failed_again'; next_on?: CalendarDate }
  /** The customer has to confirm the payment. */
  | { kind: 'action_required' }
  /** The retry plan ended without payment, with this effect on what the invoice bills. */
  | { kind: 'collection_ended'; how: PlanEnd }

export const isCollection = <C extends { kind: string }>(
  facts: C,
): facts is C & Extract<C, CollectionCause> =>
  (COLLECTION_EMAILS as readonly string[]).includes(facts.kind)

/** True if the account sends emails of this kind. */
export const isSwitchedOn = (
  { emails_off = [] }: { emails_off?: readonly SwitchedEmail[] },
  kind: SwitchedEmail,
): boolean => !emails_off.includes(kind)

export function collectionSubject(
  { kind }: CollectionCause,
  [number, seller]: [number: string, seller: string],
  { mail: { subjects } }: Language,
): string {
  return {
    payment_failed: subjects.payment_failed,
    payment_failed_again: subjects.payment_failed_again,
    action_required: subjects.confirm_payment,
    collection_ended: subjects.collection_ended,
  }[kind](number, seller)
}

/** The paragraphs of the email, about the amount that could not be charged. */
export function collectionText(
  facts: CollectionCause,
  [amount, number]: [amount: string, number: string],
  { mail, date }: Language,
): string[] {
  if (facts.kind === 'action_required') return [mail.confirm_payment(amount, number), mail.crossed]
  if (facts.kind === 'collection_ended')
    return [mail.not_collected(amount, number), mail.collection_ends[facts.how], mail.crossed]
  const said = facts.kind === 'payment_failed' ? mail.charge_failed : mail.charge_failed_again
  const next = facts.next_on === undefined ? [] : [mail.tries_again(date(facts.next_on))]
  return [said(amount, number), ...next, mail.crossed]
}
