// Payment methods that requests name for a customer.

import { assertReusable } from '../../domain/payment-method.ts'
import type { NamedRow } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { missingInBody } from '../identifiers.ts'
import { paymentMethodIds, paymentMethods } from './record.ts'

interface NamesMethod {
  payment_method_id?: string | null | undefined
}

export const methodRows = ({ payment_method_id }: NamesMethod): NamedRow[] =>
  payment_method_id ? [{ table: paymentMethods, id: payment_method_id }] : []

/** The named method with its ID decoded; the schema has validated it. */
export const decodeMethod = ({ payment_method_id: ref }: NamesMethod): NamesMethod =>
  ref === undefined ? {} : { payment_method_id: ref && (paymentMethodIds.parse(ref) ?? null) }

/** Throws unless a named method belongs to the customer, and can pay. */
export function assertOwnMethod(
  work: Work,
  id: string | null | undefined,
  { customer_id }: { customer_id: number },
): void {
  if (id === null || id === undefined) return
  const method = work.find(paymentMethods, id)
  if (method?.customer_id !== customer_id)
    throw missingInBody(paymentMethodIds, id, 'payment_method_id')
  assertReusable(method, 'payment_method_id')
}
