// All resources of the API, in the order of the reference and of search results. Pages, the service, verification and
// the commands derive their lists from here. A resource that is missing here cannot declare an event or a search result,
// and `src/app/fold.ts` refuses counters and erased rows that it does not have.

import { ACCOUNT } from './resources-account.ts'
import { BILLING } from './resources-billing.ts'
import { CATALOG } from './resources-catalog.ts'
import { PAYMENTS } from './resources-payments.ts'
import { SUBSCRIPTIONS } from './resources-subscriptions.ts'

export const RESOURCES = {
  ...CATALOG,
  ...SUBSCRIPTIONS,
  ...BILLING,
  ...PAYMENTS,
  ...ACCOUNT,
} as const

export type Resources = typeof RESOURCES

/** The `object` value of API objects: `coupon`, `tax_rate`. */
export type ResourceName = keyof Resources
