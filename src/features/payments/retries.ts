// Tries invoices again that could not be charged: by their retry plan, and with a new method of the customer.

import { amountRefusal } from '../../domain/gateway-amounts.ts'
import { amountCollectible } from '../../domain/invoice.ts'
import { isChargeable } from '../../domain/payment-method.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { noticeFailed } from '../invoices/charge-failed.ts'
import { methodOf } from '../invoices/collected.ts'
import { type Invoice, invoiceIds } from '../invoices/record.ts'
import { endPlan } from '../invoices/retry-plan.ts'
import { isTriedAgain, nextRetry } from '../invoices/retry-step.ts'
import { invoices } from '../invoices/store.ts'
import { methodNow } from '../payment-methods/store.ts'
import { insertAttempt } from './new-attempt.ts'
import { attemptsOf } from './store.ts'

const nothing = (id: string): Answer => ({ json: '{}', object_id: invoiceIds.ref(id) })

/**
 * Charges what is to be collected of an invoice to the method that pays it now. Undefined if it cannot be charged without
 * a person: the gateway of the method is disabled, for example.
 */
export function chargeNow(
  work: Work,
  invoice: Invoice,
  { by, unless }: { by: 'auto' | 'retry'; unless: (method: string) => boolean },
): Answer | undefined {
  const payment_method_id = methodOf(work, invoice)
  if (payment_method_id === null || unless(payment_method_id)) return undefined
  const method = work.lookUp(methodNow, payment_method_id)
  if (!method || !isChargeable(method, invoice.currency, work.environment)) return undefined
  const { gateway_id } = method
  const amount = amountCollectible(invoice)
  // Nothing, if it was written off meanwhile.
  if (amount === 0 || amountRefusal(gateway_id, amount, invoice.currency)) return undefined
  const attempt = work.lookUp(attemptsOf, invoice.id).count + 1
  const charged = { initiated_by: by, amount, attempt, payment_method_id, gateway_id }
  return insertAttempt(work, invoice, charged)
}

/** Run by the sweep for the step of a retry plan that is due. */
export const retryInvoice: Action<{ id: string }> = {
  name: 'payments.retry',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id }) {
    const before = work.find(invoices, id)
    if (!before || before.retry_at === null || before.retry_at > work.now) return nothing(id)
    const waiting: Invoice = { ...before, retry_at: null }
    const { live, refused } = work.lookUp(attemptsOf, id)
    work.update(invoices, waiting)
    // The step is due again when that payment, or the dispute, is over.
    if (live !== null || before.disputes > 0) return nothing(id)
    const isRefused = (method: string): boolean => refused.includes(method)
    const answer = isTriedAgain(work, before)
      ? chargeNow(work, before, { by: 'retry', unless: isRefused })
      : undefined
    if (answer) return answer
    const retry_at = nextRetry(work, before)
    if (retry_at === null) endPlan(work, waiting)
    else {
      work.update(invoices, { ...waiting, retry_at })
      noticeFailed(work, waiting, 'payment_failed_again')
    }
    return nothing(id)
  },
}

/** Run by the sweep for a method that was just saved or chosen: one attempt, which the plan does not count. */
export const retryWithMethod: Action<{ id: string }> = {
  name: 'payments.retry_with',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id }) {
    const invoice = work.find(invoices, id)
    if (!invoice || !isTriedAgain(work, invoice)) return nothing(id)
    const { live, tried } = work.lookUp(attemptsOf, id)
    if (live !== null) return nothing(id)
    const wasTried = (method: string): boolean => tried.includes(method)
    return chargeNow(work, invoice, { by: 'retry', unless: wasTried }) ?? nothing(id)
  },
}
