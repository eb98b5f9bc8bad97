// The type of a discount of a customer or a subscription.
import type { Customer } from '../../api/types.ts'

export type HeldDiscount = Customer['discounts'][number]
