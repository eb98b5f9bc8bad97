// What the routes that change one subscription share.

import { inPath } from '../identifiers.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { Subscription } from './schemas.ts'

export const tag = 'Subscriptions'
export const params = inPath(subscriptionIds)
export const PATH = '/subscriptions/:id'

/** What billing a period can be refused for. */
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

/** What such a change can be refused for, since it first does what is due. */
export const VERB_ERRORS = ['resource_missing', ...BILLING_ERRORS, 'precondition_failed']
