// From what clients send to what the actions take: ids decoded, absent members settled.

import { parseCustomerId } from '../../domain/customer.ts'
import type { LineInput } from '../../domain/invoice.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { decodeId } from '../../platform/ids.ts'
import type { Decoded, UpdateInvoice } from './actions.ts'
import type { InvoiceCreate, InvoiceList, InvoicePatch } from './schemas.ts'

// The schema has seen to it that each of these is one.
const customerId = (ref: string | number): number => parseCustomerId(ref) as number
const productId = (ref: string): string => decodeId('prod', ref) as string

function decodeLines(lines: InvoiceCreate['line_items']): LineInput[] {
  return lines.map(({ description, quantity, unit_amount, product_id }) => ({
    description,
    quantity,
    unit_amount,
    product_id: product_id ? productId(product_id) : null,
  }))
}

export function decodeCreate(body: InvoiceCreate): Decoded<InvoiceCreate> {
  return {
    ...body,
    customer_id: customerId(body.customer_id),
    line_items: decodeLines(body.line_items),
  }
}

export function decodePatch(body: InvoicePatch): UpdateInvoice['patch'] {
  const { customer_id, line_items, ...rest } = body
  return {
    ...rest,
    ...(customer_id !== undefined && { customer_id: customerId(customer_id) }),
    ...(line_items !== undefined && { line_items: decodeLines(line_items) }),
  }
}

export function decodeFilters(query: InvoiceList): Sql[] {
  const filters: Sql[] = []
  if (query.customer_id !== undefined) {
    filters.push(sql`customer_id = ${customerId(query.customer_id)}`)
  }
  if (query.status !== undefined) filters.push(sql`status = ${query.status}`)
  if (query.number !== undefined) filters.push(sql`number = ${query.number}`)
  const { 'due_date[gte]': from, 'due_date[lte]': to } = query
  if (from !== undefined) filters.push(sql`due_date >= ${from}::date`)
  if (to !== undefined) filters.push(sql`due_date <= ${to}::date`)
  return filters
}
