// A discount as customers have it.
import type { Customer } from '../../api/types.ts'

export type CustomerDiscount = Customer['discounts'][number]
