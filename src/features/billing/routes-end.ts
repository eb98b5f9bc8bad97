// The routes that end subscriptions or keep them, withdraw scheduled changes, and retry what could not be billed.

import { Type } from 'typebox'
import { billingError } from '../../domain/errors.ts'
import type { Route } from '../../platform/http/route.ts'
import { idInPath } from '../identifiers.ts'
import { decodePreviewSent } from '../invoices/decode.ts'
import type { Service } from '../service.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { keepSubscription, removeChange, retryBilling } from './actions.ts'
import { type CancelSent, cancelSubscription } from './cancel.ts'
import { commandRoutes, PATH, params } from './routes-verb.ts'
import { SubscriptionCancel } from './schemas.ts'

const removeChangeRoutes = commandRoutes({
  method: 'DELETE',
  path: `${PATH}/scheduled_changes/:change_id`,
  params: {
    ...params,
    change_id: Type.String({ description: 'The scheduled change, such as `sch_…`.' }),
  },
  operation: 'deleteScheduledChange',
  summary: 'Withdraw a scheduled change',
  errors: ['subscription_ended'],
  command: removeChange,
  sent: (call) => ({
    id: idInPath(subscriptionIds, call),
    change_id: String(call.params.change_id),
  }),
})

const cancelRoutes = commandRoutes({
  path: `${PATH}/cancel`,
  operation: 'cancelSubscription',
  summary: 'Cancel a subscription',
  description:
    'At once, or when the current period or trial ends. What was billed stays, unless `unused: "credit"` returns the time after the end: a credit note first reduces what is due.',
  body: SubscriptionCancel,
  errors: ['subscription_ended', 'subscription_paused'],
  example: {
    summary: 'At once, with credit',
    body: { at: 'now', unused: 'credit', reason: 'too_expensive' },
  },
  previewed: {
    path: `${PATH}/cancel/preview`,
    operation: 'previewSubscriptionCancel',
    summary: 'Preview a cancellation',
  },
  command: cancelSubscription,
  sent: (call) => ({ id: idInPath(subscriptionIds, call), ...decodeCancel(call.body) }),
})

/** The body with one way to return unused time. Throws if it is returned and the subscription does not end at once. */
function decodeCancel({
  unused,
  credit_to,
  preview,
  ...body
}: SubscriptionCancel): CancelSent & { returns: boolean } {
  const returns = unused === 'credit'
  if (returns && body.at !== 'now') {
    throw billingError(
      'parameter_invalid',
      'At the end of a period no time is unused. Send at: "now" to return unused time.',
      { param: 'unused' },
    )
  }
  if (credit_to !== undefined && !returns) {
    throw billingError(
      'parameter_invalid',
      'credit_to says where unused time goes. Send unused: "credit" with it.',
      { param: 'credit_to' },
    )
  }
  return {
    ...{ ...body, ...decodePreviewSent({ preview }), returns },
    credit_to: returns ? (credit_to ?? 'balance') : null,
  }
}

const keepRoutes = commandRoutes({
  path: `${PATH}/keep`,
  operation: 'keepSubscription',
  summary: 'Keep a subscription after all',
  description: 'Withdraws a cancellation that has not taken effect.',
  errors: ['subscription_ended', 'subscription_incomplete'],
  command: keepSubscription,
  sent: (call) => ({ id: idInPath(subscriptionIds, call) }),
})

const retryRoutes = commandRoutes({
  path: `${PATH}/retry_billing`,
  operation: 'retrySubscriptionBilling',
  summary: 'Bill at once what could not be billed',
  description: 'Without waiting for the next attempt, such as after you have completed an address.',
  errors: [],
  command: retryBilling,
  sent: (call) => ({ id: idInPath(subscriptionIds, call) }),
})

export const endRoutes: Route<Service>[] = [
  ...removeChangeRoutes,
  ...cancelRoutes,
  ...keepRoutes,
  ...retryRoutes,
]
