// Amounts that gateways do not charge, refused before an attempt begins.

import { billingError } from './errors.ts'
import { formatMoney } from './money.ts'
import { type AmountRefusal, minimumOf, amountRefusal as ofStripe } from './stripe-amounts.ts'

/** Why a gateway does not charge an amount; undefined if it does. The simulated one charges all. */
export const amountRefusal = (
  gateway_id: string | null,
  amount: number,
  currency: string,
): AmountRefusal | undefined => (gateway_id === null ? undefined : ofStripe(amount, currency))

const OTHERWISE = 'record what you receive in another way with POST /v1/payments'

const MESSAGES: Readonly<Record<AmountRefusal, (amount: number, currency: string) => string>> = {
  amount_too_small: (amount, currency) =>
    `${formatMoney(amount, currency)} is below ${formatMoney(minimumOf(currency), currency)}, the least that Stripe charges in ${currency}. Bill it together with a later invoice, or ${OTHERWISE}.`,
  amount_not_whole: (amount, currency) =>
    `Stripe cannot charge ${formatMoney(amount, currency)}, because it counts ${currency} in larger units. Bill an amount without the last digits, or ${OTHERWISE}.`,
  currency_not_supported: (_, currency) =>
    `Stripe cannot charge ${currency}. Bill in another currency, or ${OTHERWISE}.`,
}

/** Throws `amount_too_small` or `currency_not_supported` for an amount that the gateway does not charge. */
export function assertChargeableAmount(
  gateway_id: string | null,
  amount: number,
  currency: string,
): void {
  const refusal = amountRefusal(gateway_id, amount, currency)
  if (refusal === undefined) return
  const code = refusal === 'amount_too_small' ? refusal : 'currency_not_supported'
  throw billingError(code, MESSAGES[refusal](amount, currency))
}
