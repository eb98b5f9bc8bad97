// Decodes invoice requests for the actions: IDs decoded, absent properties filled in.

import { parseCustomerId } from '../../domain/customer.ts'
import type { PreviewSent } from '../../domain/preview.ts'
import { decodeDiscounts } from '../discounts.ts'
import { priceIds } from '../prices/record.ts'
import { productIds } from '../products/record.ts'
import type { Decoded, UpdateInvoice } from './actions.ts'
import { assertLines, type LineRequest } from './lines.ts'
import { invoiceIds } from './record.ts'
import type { InvoiceCreate, InvoiceFinalize, InvoicePatch, LinesSent } from './schemas.ts'

// The schema guarantees that each of these is a valid ID.
export const customerIdOf = (ref: string | number): number => parseCustomerId(ref) as number
const productId = (ref: string): string => productIds.parse(ref) as string
const invoiceId = (ref: string): string => invoiceIds.parse(ref) as string
const priceId = (ref: string): string => priceIds.parse(ref) as string

function decodeLines(lines: LinesSent): LineRequest[] {
  assertLines(lines)
  return lines.map(({ product_id, price_id, ...line }) => ({
    ...line,
    product_id: product_id ? productId(product_id) : null,
    price_id: price_id ? priceId(price_id) : null,
  }))
}

export function decodeCreate({
  preview,
  discounts,
  ...body
}: InvoiceCreate): Decoded<InvoiceCreate> {
  return {
    ...body,
    customer_id: customerIdOf(body.customer_id),
    line_items: decodeLines(body.line_items),
    ...(body.relates_to !== undefined && { relates_to: invoiceId(body.relates_to) }),
    ...decodeDiscounts({ discounts }),
    ...decodePreviewSent({ preview }),
  }
}

export function decodePatch(body: InvoicePatch): UpdateInvoice['patch'] {
  const { customer_id, line_items, relates_to, ...rest } = body
  return {
    ...rest,
    ...(relates_to !== undefined && { relates_to: relates_to && invoiceId(relates_to) }),
    ...(customer_id !== undefined && { customer_id: customerIdOf(customer_id) }),
    ...(line_items !== undefined && { line_items: decodeLines(line_items) }),
  }
}

/** The preview that a write is bound to; its timestamp is already validated. */
export function decodePreviewSent({ preview }: { preview?: InvoiceFinalize['preview'] }): {
  preview?: PreviewSent
} {
  return preview ? { preview: { at: Date.parse(preview.at), hash: preview.hash } } : {}
}
