// The tools that write. Each defines its API request; performing.ts sends it as a dry run and then for real.

import { Type } from 'typebox'
import { currencyExponent, isCurrency } from '../../domain/currencies.ts'
import { formatDecimal } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment.ts'
import { ToolError } from './failure.ts'
import {
  Amount,
  Currency,
  CustomerId,
  Day,
  deed,
  Input,
  InvoiceId,
  PaymentId,
  Text,
  Words,
  type WriteTool,
  writeTool,
} from './tool.ts'
import { Allocations, CORRECTING } from './tools-correcting.ts'
import { SUBSCRIBING } from './tools-subscribing.ts'

const Email = Type.String({ maxLength: 254, examples: ['accounts@example.com'] })

const contact = {
  email: Type.Optional(Email),
  contact_name: Type.Optional(Text(256, 'Primary contact.')),
  phone: Type.Optional(Text(32, 'Phone number.')),
  address_line1: Type.Optional(Text(256, 'Street address.')),
  address_line2: Type.Optional(Text(256, 'Second address line.')),
  city: Type.Optional(Text(128, 'City.')),
  state_province: Type.Optional(Text(128, 'State or province.')),
  postal_code: Type.Optional(Text(32, 'Postal or ZIP code.')),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      description: 'ISO 3166-1 two-letter code.',
      examples: ['CA', 'US', 'DE'],
    }),
  ),
  tax_exempt: Type.Optional(Type.Boolean()),
  tax_id: Type.Optional(Text(64, 'Tax identification number.')),
  language: Type.Optional(Text(10, 'Language of documents.', ['en', 'fr', 'fr-CA'])),
}
const Name = Type.String({ minLength: 1, maxLength: 256, description: 'Customer or company name.' })

const createCustomer = writeTool({
  name: 'create_customer',
  title: 'Create a customer',
  description:
    'Creates a customer. Search with find_anything first, since two customers can have the same name.',
  scopes: ['customers:write'],
  destructive: false,
  input: Input({ name: Name, ...contact }),
  write: (body) => ({ method: 'POST', path: '/v1/customers', body }),
})

const updateCustomer = writeTool({
  name: 'update_customer',
  title: 'Update a customer',
  description:
    'Changes the given fields of a customer; omitted fields keep their values. An empty string clears a text. Finalized invoices do not change.',
  scopes: ['customers:write'],
  destructive: true,
  input: Input({ customer_id: CustomerId, name: Type.Optional(Name), ...contact }),
  write: ({ customer_id, ...body }) => {
    const path = `/v1/customers/${customer_id}`
    return { method: 'PATCH', path, body, object: path }
  },
})

const draftInvoice = writeTool({
  name: 'draft_invoice',
  title: 'Draft an invoice',
  description:
    'Creates a draft invoice. A draft is not due and not sent until finalize_invoice finalizes it. The service computes the amounts: pass price and quantity only.',
  scopes: ['invoices:write'],
  destructive: false,
  input: Input({
    customer_id: CustomerId,
    line_items: Type.Array(
      Input({
        description: Type.String({ minLength: 1, maxLength: 500, examples: ['Seats, November'] }),
        quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000, examples: [3] }),
        unit_amount: Amount(0, 'Price of one unit.'),
        product_id: Type.Optional(Text(64, 'The product, if any.', ['prod_…'])),
      }),
      { minItems: 1, maxItems: 100, description: 'The lines of the invoice.' },
    ),
    currency: Type.Optional(Currency("Three-letter code. Default: the account's currency.")),
    due_date: Type.Optional(Day("The last day to pay. Default: by the account's payment terms.")),
    reference: Type.Optional(
      Text(100, "The buyer's purchase order number or other reference; shown on the document."),
    ),
    notes: Type.Optional(Text(5000, 'Shown to the customer on the document.')),
  }),
  write: (body) => ({ method: 'POST', path: '/v1/invoices', body }),
})

const finalizeInvoice = writeTool({
  name: 'finalize_invoice',
  title: 'Finalize an invoice',
  description:
    'Finalizes a draft: it gets its definitive number, its amounts are frozen, customer credit is applied, and the customer may be emailed. This cannot be undone; a finalized invoice can only be voided. The dry run shows which emails would be sent.',
  scopes: ['invoices:write'],
  destructive: true,
  input: Input({ invoice_id: InvoiceId }),
  write: ({ invoice_id }) => deed('invoices', invoice_id, 'finalize'),
})

const sendInvoice = writeTool({
  name: 'send_invoice',
  title: 'Send an invoice by email',
  description:
    'Emails a finalized invoice to its customer, or to another address. The dry run shows who would get it.',
  scopes: ['invoices:write'],
  destructive: true,
  input: Input({ invoice_id: InvoiceId, to: Type.Optional(Email) }),
  write: ({ invoice_id, ...body }) => deed('invoices', invoice_id, 'send', body),
})

const voidInvoice = writeTool({
  name: 'void_invoice',
  title: 'Void an invoice',
  description:
    'Voids a finalized invoice without payments: it is no longer due and keeps its number. Credit applied to it is restored. This cannot be undone. An account can forbid it.',
  scopes: ['invoices:write'],
  destructive: true,
  input: Input({ invoice_id: InvoiceId }),
  write: ({ invoice_id }) => deed('invoices', invoice_id, 'void'),
})

const recordPayment = writeTool({
  name: 'record_payment',
  title: 'Record a payment',
  description:
    'Records money received for a finalized invoice, in part or in full; or from a customer, for several invoices or for none yet: the rest stays unallocated until allocate_payment. It moves no money. If in doubt, check list_payments first for an earlier record.',
  scopes: ['payments:write'],
  destructive: false,
  input: Input({
    invoice_id: Type.Optional(InvoiceId),
    customer_id: Type.Optional(CustomerId),
    allocations: Type.Optional(Allocations),
    amount: Amount(1, 'The amount received.'),
    currency: Currency('The currency of the invoice.'),
    method: Words(PAYMENT_METHODS, 'How it was paid.'),
    received_on: Type.Optional(
      Day('The day the money was received, not in the future. Default: today.'),
    ),
    reference: Type.Optional(Text(256, 'The reference of the bank or the check.')),
    note: Type.Optional(Text(5000, 'Internal note, shown on no document.')),
  }),
  write: (body) => ({ method: 'POST', path: '/v1/payments', body }),
})

const reversePayment = writeTool({
  name: 'reverse_payment',
  title: 'Reverse a payment',
  description:
    'Reverses a recorded payment that bounced or was recorded by mistake: the amount is due again on its invoice. It refunds no money and cannot be undone.',
  scopes: ['payments:write'],
  destructive: true,
  input: Input({
    payment_id: PaymentId,
    reason: Type.Optional(Text(500, 'Why.', ['check returned'])),
  }),
  write: ({ payment_id, ...body }) => deed('payments', payment_id, 'reverse', body),
})

const grantCredit = writeTool({
  name: 'grant_credit',
  title: 'Grant credit',
  description:
    'Adds to the credit balance of a customer, which is applied to invoices finalized from then on. If the account applies credit when it is granted, it pays open and overdue invoices first.',
  scopes: ['credit:write'],
  destructive: false,
  input: Input({
    customer_id: CustomerId,
    amount: Amount(1, 'The credit to grant.'),
    currency: Currency('The currency of the credit.'),
    reason: Type.Optional(Text(500, 'Why.', ['Outage in November'])),
  }),
  write: ({ customer_id, amount, currency, reason }) => ({
    method: 'POST',
    path: `/v1/customers/${customer_id}/credit_transactions`,
    body: { amount: inMajorUnits(amount, currency), currency, reason },
  }),
})

/** The API takes credit as a decimal. Tools use one unit only, so that no amount is off by a factor of a hundred. */
function inMajorUnits(amount: number, text: string): string {
  const currency = text.toLowerCase()
  if (isCurrency(currency)) return formatDecimal(BigInt(amount), currencyExponent(currency))
  throw new ToolError({
    code: 'currency_invalid',
    message: `The currency "${text}" is not an active ISO 4217 code such as cad, usd or eur.`,
    what_to_do: 'Correct the currency.',
    outcome: 'refused',
  })
}

export const WRITING: readonly WriteTool[] = [
  createCustomer,
  updateCustomer,
  draftInvoice,
  finalizeInvoice,
  sendInvoice,
  voidInvoice,
  recordPayment,
  reversePayment,
  grantCredit,
  ...CORRECTING,
  ...SUBSCRIBING,
]
