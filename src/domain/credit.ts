// Customer credit: balances, reasons for changes, and how much credit an invoice uses.
import { currencyExponent } from './currencies.ts'
import { billingError, validationError } from './errors.ts'
import type { Metadata } from './metadata.ts'
import { AMOUNT_MAX, formatDecimal, parseDecimal } from './money.ts'

export const CREDIT_TYPES = [
  'granted',
  'expired',
  'applied',
  'restored',
  'credited',
  'credit_note_voided',
  'overpaid',
  'overpayment_reversed',
] as const
export type CreditType = (typeof CREDIT_TYPES)[number]

/** When an account applies credit to invoices; finalizing always does. */
export const APPLY_CREDIT = ['at_finalize', 'when_granted'] as const

/** Digits after the decimal point in balances. */
export const CREDIT_SCALE = 8
/** The largest grant and the largest balance after a grant: 12 digits before the decimal point. */
const CREDIT_MAX = 10n ** 20n - 1n

/** One credit transaction: the same field names in SQL, TypeScript and JSON. */
export interface CreditTransaction {
  id: string
  customer_id: number
  type: CreditType
  /** In 10^-8 of the currency's major unit; the change to the balance, negative when credit is used. */
  amount: bigint
  currency: string
  reason: string
  /** The invoice it was applied to or returned from. */
  invoice_id: string | null
  /** The credit note that granted it, or took it back when voided. */
  credit_note_id: string | null
  /** The payment that exceeded its invoice. */
  payment_id: string | null
  metadata: Metadata
  /** Milliseconds of business time. */
  created_at: number
}

/**
 * Parses an amount as sent: "25" grants, "-25" removes. Throws `parameter_invalid` for zero and for more than eight
 * digits after the point, `amount_too_large` for more than twelve before it.
 */
export function parseCredit(text: string): bigint {
  const amount = /^-?\d{1,40}(\.\d{1,8})?$/.test(text) ? parseDecimal(text, CREDIT_SCALE) : 0n
  if (amount === 0n) {
    throw validationError('amount', { kind: 'credit_amount', sent: `"${text.slice(0, 60)}"` })
  }
  assertWithin(amount < 0n ? -amount : amount, 'The amount')
  return amount
}

function assertWithin(amount: bigint, what: string): void {
  if (amount <= CREDIT_MAX) return
  throw billingError(
    'amount_too_large',
    `${what} would be ${creditDecimal(amount)}; the maximum is ${creditDecimal(CREDIT_MAX)}.`,
    { param: 'amount' },
  )
}

/** Formats an amount in the major unit with all eight decimals. */
export function creditDecimal(amount: bigint): string {
  return formatDecimal(amount, CREDIT_SCALE)
}

/** The balance in each currency, sorted by currency code: "12.50000000 cad". */
export function creditOwed(balances: Readonly<Record<string, string>>): string[] {
  return Object.entries(balances)
    .filter(([, balance]) => parseDecimal(balance, CREDIT_SCALE) !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([currency, balance]) => `${creditDecimal(parseDecimal(balance, CREDIT_SCALE))} ${currency}`,
    )
}

/**
 * Applies a change to a balance. Throws `credit_exceeds_balance` if the result is below zero, `amount_too_large` if a
 * grant takes it beyond the largest balance.
 */
export function changeBalance(
  balance: string,
  { amount, currency, type }: Pick<CreditTransaction, 'amount' | 'currency' | 'type'>,
): string {
  const before = parseDecimal(balance, CREDIT_SCALE)
  const after = before + amount
  if (after < 0n) {
    throw billingError(
      'credit_exceeds_balance',
      `The customer has credit of ${creditDecimal(before)} ${currency}, less than ${creditDecimal(-amount)}. ${type === 'overpayment_reversed' ? 'The payment gave it, and it was used since. Grant credit of the difference first: it is then your loss.' : `Remove at most ${creditDecimal(before)}.`}`,
      type === 'overpayment_reversed' ? {} : { param: 'amount' },
    )
  }
  if (type === 'granted') assertWithin(after, 'The balance')
  return creditDecimal(after)
}

/** The part of a total that a balance can pay: whole smallest units of the currency. The rest stays in the balance. */
export function applicable(balance: string, currency: string, total: number): number {
  const whole =
    parseDecimal(balance, CREDIT_SCALE) / 10n ** BigInt(CREDIT_SCALE - currencyExponent(currency))
  return whole < BigInt(AMOUNT_MAX) ? Math.min(Number(whole), total) : total
}
