// The type of a customer's discount.
import type { Customer } from '../../api/types.ts'

export type CustomerDiscount = Customer['discounts'][number]
