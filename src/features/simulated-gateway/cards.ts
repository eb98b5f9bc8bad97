// The cards and accounts of the simulated gateway, and what each of them does. No card number is kept: only what
// follows from it, and its last four digits.

import type { SavedMethod } from '../../domain/payment-method.ts'
import type { PaymentFailure } from '../../domain/payment-states.ts'

/** Why the simulated gateway declines. */
const FAILURES = {
  generic_decline: ['card_declined', 'The bank declined the card.', true],
  insufficient_funds: ['card_declined', 'The account does not have enough money.', true],
  lost_card: ['card_declined', 'The card was reported lost.', false],
  stolen_card: ['card_declined', 'The card was reported stolen.', false],
  expired_card: ['expired_card', 'The card has expired.', false],
  processing_error: ['processing_error', 'The bank could not process the card. Try again.', true],
  authentication_failed: [
    'authentication_failed',
    'The customer did not confirm the payment to the bank.',
    true,
  ],
  debit_failed: ['debit_failed', 'The bank returned the debit unpaid.', true],
} as const satisfies Record<string, readonly [code: string, message: string, retryable: boolean]>
export type Decline = keyof typeof FAILURES

export function failureOf(decline_code: Decline): PaymentFailure {
  const [code, message, retryable] = FAILURES[decline_code]
  return { code, decline_code, message, retryable }
}

/** What a number does: it pays, at once or three days later, or is declined. */
export interface Behavior {
  /** Undefined if it pays. */
  decline?: Decline
  /** True if the customer first confirms the payment to the bank; `once` if not again for a saved card. */
  authenticates?: 'once' | 'always'
  /** Why later charges of the saved card are declined. */
  declinesLater?: Decline
  /** True if it can be saved although each payment is declined. */
  isSavable?: true
  /** True for a debit of an account, which ends days later. */
  isDebit?: true
  /** True if a debit that was paid is returned by the bank later. */
  bounces?: true
  /** True if the customer contests the payment a day later. */
  isDisputed?: true
  /** True if the merchant is not notified, and has to ask for the outcome. */
  isSilent?: true
  /** True if the call of the merchant does not end. */
  hangs?: true
  /** What becomes of its refunds a day later; without it, they succeed at once. */
  refund?: 'succeeds' | 'fails'
}

/** What the next charges of a saved method can do, whatever its number does. */
export const SCRIPTED = [
  'succeed',
  'decline',
  'insufficient_funds',
  'requires_action',
  'processing',
  'lost',
  'hang',
] as const
export type Scripted = (typeof SCRIPTED)[number]

export const SCRIPTED_BEHAVIOR: Readonly<Record<Scripted, Behavior>> = {
  succeed: {},
  decline: { decline: 'generic_decline' },
  insufficient_funds: { decline: 'insufficient_funds' },
  requires_action: { authenticates: 'always' },
  processing: { isDebit: true },
  lost: { isSilent: true },
  hang: { isSilent: true, hangs: true },
}

/** Test cards, with the numbers that other gateways use for the same, where they have one. */
const CARDS: Readonly<Record<string, Behavior>> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '4000000000000002': { decline: 'generic_decline' },
  '4000000000009995': { decline: 'insufficient_funds' },
  '4000000000009987': { decline: 'lost_card' },
  '4000000000009979': { decline: 'stolen_card' },
  '4000000000000069': { decline: 'expired_card' },
  '4000000000000119': { decline: 'processing_error' },
  '4000000000000341': { decline: 'generic_decline', isSavable: true },
  '4000002500003155': { authenticates: 'once' },
  '4000002760003184': { authenticates: 'always' },
  '4000008260003178': { authenticates: 'always', decline: 'insufficient_funds' },
  '4000000000007726': { refund: 'succeeds' },
  '4000000000005126': { refund: 'fails' },
  '4000000000000259': { isDisputed: true },
  '4000000000006000': { isSilent: true },
  '4000000000006001': { isSilent: true, hangs: true },
  '4000000000006002': { declinesLater: 'insufficient_funds' },
  '4000000000006003': { declinesLater: 'lost_card' },
}

/** Test accounts, by the last four digits of an account number. */
const DEBITS: Readonly<Record<string, Behavior>> = {
  '6789': { isDebit: true },
  '3202': { isDebit: true, decline: 'debit_failed' },
  '2233': { isDebit: true, bounces: true },
}

/** What a number does, by its last four digits. */
export const behaviorOfLast4 = (last4: string): Behavior =>
  Object.entries(CARDS).find(([number]) => number.endsWith(last4))?.[1] ?? DEBITS[last4] ?? {}

/** What a saved card or account does when it is charged without the customer, by its last four digits. */
export function laterBehaviorOf(last4: string): Behavior {
  const { authenticates, declinesLater, ...rest } = behaviorOfLast4(last4)
  return {
    ...rest,
    ...(authenticates === 'always' && { authenticates }),
    ...(declinesLater && { decline: declinesLater }),
  }
}

/** A method as the gateway describes it. A test card expires at the end of the year after next. */
export function methodOf(last4: string, year: number): SavedMethod {
  const ref = `sim_${last4}`
  const none = { brand: null, exp_month: null, exp_year: null, bank: null }
  if (Object.hasOwn(DEBITS, last4))
    return { ref, type: 'other', display: { ...none, last4, bank: 'Simulated Bank' } }
  const brand = last4 === '4444' ? 'mastercard' : 'visa'
  return {
    ref,
    type: 'card',
    display: { ...none, brand, last4, exp_month: 12, exp_year: year + 2 },
  }
}

/** What a number that was entered does; undefined for any other number, such as that of a real card. */
export function behaviorOf(entered: string): Behavior | undefined {
  const number = entered.replace(/[\s-]/g, '')
  if (Object.hasOwn(CARDS, number)) return CARDS[number]
  return /^\d{6,12}$/.test(number) ? DEBITS[number.slice(-4)] : undefined
}

/** What a number does that is saved without a payment; undefined if it is none of the test numbers. */
export function setupBehaviorOf(entered: string): Behavior | undefined {
  const behavior = behaviorOf(entered)
  if (!behavior) return undefined
  const { authenticates, decline, isSavable, isDebit } = behavior
  // Accounts are not tried, and what follows a confirmation is declined only when it pays.
  const isDeclined = decline && !isSavable && !isDebit && !authenticates
  return { ...(authenticates && { authenticates }), ...(isDeclined && { decline }) }
}
