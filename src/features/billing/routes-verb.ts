// The common parts of the routes that change one subscription.

import { inPath } from '../identifiers.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { Subscription } from './schemas.ts'

export const tag = 'Subscriptions'
export const params = inPath(subscriptionIds)
export const PATH = '/subscriptions/:id'

/** The errors that can refuse the billing of a period. */
export const BILLING_ERRORS = [
  'tax_address_missing',
  'tax_rate_unknown',
  'seller_incomplete',
  'amount_too_large',
]

export const verb = {
  params,
  tag,
  permission: 'subscriptions:write',
  response: Subscription,
} as const

/** The errors of such a change, which runs the due steps first. */
export const VERB_ERRORS = ['resource_missing', ...BILLING_ERRORS, 'precondition_failed']
