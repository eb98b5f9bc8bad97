// Amounts as Stripe counts them. Its smallest units differ from ISO 4217, and it has minimums per currency.
// Source: https://docs.stripe.com/currencies, sections "Minor units", "Special cases" and "Minimum and maximum charge
// amounts".

import { currencyExponent } from './currencies.ts'

/** Decimals of currencies that Stripe counts otherwise than ISO 4217. */
const STRIPE_DECIMALS: Readonly<Record<string, number>> = {
  // "Backward compatibility requires you to represent it as a two-decimal value, where the decimal amount is always 00."
  isk: 2,
  ugx: 2,
  // Among the zero-decimal currencies; one ariary is five iraimbilanja, which ISO 4217 writes with two digits.
  mga: 0,
}

/** Three-decimal currencies in which Stripe charges, if the last digit is 0. */
const THREE_DECIMALS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])

/** Minimum charges in Stripe's units. A charge in another currency is checked by Stripe, in that of the payout. */
const MINIMUMS: Readonly<Record<string, number>> = {
  ...{
    aed: 200,
    ars: 50,
    aud: 50,
    brl: 50,
    cad: 50,
    chf: 50,
    cop: 50,
    czk: 1500,
    dkk: 250,
    eur: 50,
  },
  ...{ gbp: 30, hkd: 400, huf: 17_500, idr: 50, ils: 50, inr: 50, jpy: 50, krw: 50, mxn: 1000 },
  ...{ myr: 200, nok: 300, nzd: 50, php: 50, pln: 200, ron: 200, rub: 50, sek: 300, sgd: 50 },
  ...{ thb: 1000, usd: 50, zar: 50 },
}

/** Smallest units of ours in one of Stripe's; less than one if Stripe's are smaller. */
const unitsOf = (currency: string): number => {
  const ours = currencyExponent(currency)
  return 10 ** (ours - (STRIPE_DECIMALS[currency] ?? ours))
}

/** The smallest amount that Stripe charges in a currency, in our smallest unit; 1 if it lists none. */
export const minimumOf = (currency: string): number => MINIMUMS[currency] ?? 1

/** Why Stripe cannot charge an amount; undefined if it can. */
export type AmountRefusal = 'currency_not_supported' | 'amount_too_small' | 'amount_not_whole'

export function amountRefusal(amount: number, currency: string): AmountRefusal | undefined {
  const exponent = currencyExponent(currency)
  if (exponent > 3 || (exponent === 3 && !THREE_DECIMALS.has(currency)))
    return 'currency_not_supported'
  if (amount < minimumOf(currency)) return 'amount_too_small'
  const step = exponent === 3 ? 10 : Math.max(1, unitsOf(currency))
  return amount % step === 0 ? undefined : 'amount_not_whole'
}

/** An amount of Stripe in our unit. */
export const fromStripeAmount = (amount: number, currency: string): number =>
  unitsOf(currency) < 1 ? amount / stripeAmount(1, currency) : amount * unitsOf(currency)

/** An amount in Stripe's unit, which `amountRefusal` has let pass. */
export const stripeAmount = (amount: number, currency: string): number => amount / unitsOf(currency)

/** The whole smallest units of ours in an amount of Stripe. */
export function amountFromStripe(amount: number, currency: string): number {
  const ours = currencyExponent(currency)
  const more = ours - (STRIPE_DECIMALS[currency] ?? ours)
  return more >= 0 ? amount * 10 ** more : Math.trunc(amount / 10 ** -more)
}
