// The fees of the simulated gateway. They are its own invention, so that the books of a test environment look like real
// ones: gateways charge a share of each payment and a fixed part.

import { currencyExponent } from '../../domain/currencies.ts'
import { amountOf, roundHalfAwayFromZero } from '../../domain/money.ts'

/** 2.9 %, and 0.30 of the major unit, in thousandths. */
const SHARE = 29n
const FIXED = 300n
const THOUSAND = 1_000n

/** The fee for a payment, at most its amount; 0 for saving a method. */
export function feeOf({ amount, currency }: { amount: number | null; currency: string | null }) {
  if (amount === null || currency === null) return 0
  const unit = 10n ** BigInt(currencyExponent(currency))
  const exact = BigInt(amount) * SHARE + unit * FIXED
  return Math.min(amount, amountOf(roundHalfAwayFromZero(exact, THOUSAND)))
}
