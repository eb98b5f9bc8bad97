// Routes of invoices.

import { explain } from '../../domain/explanation.ts'
import { derivationOf } from '../../domain/settle.ts'
import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { updateInvoice } from './actions.ts'
import { applyCreditToInvoice } from './apply-credit.ts'
import { createInvoice } from './create.ts'
import { decodeCreate, decodePatch, decodePreviewSent } from './decode.ts'
import { decodeFilters, partsOf } from './filters.ts'
import { finalizeInvoice } from './finalize.ts'
import { invoiceIds, invoiceRecord } from './record.ts'
import { discountRoutes } from './routes-discounts.ts'
import { previewRoutes } from './routes-preview.ts'
import { sendRoutes } from './routes-send.ts'
import { snapshotRoute } from './routes-snapshot.ts'
import { writeOffRoutes } from './routes-write-off.ts'
import {
  Explanation,
  Invoice,
  InvoiceApplyCredit,
  InvoiceCreate,
  InvoiceFinalize,
  InvoiceList,
  InvoicePatch,
} from './schemas.ts'
import { findDerivation, findInvoices, invoiceWeight } from './store.ts'
import { currentText, findTexts, textWeight } from './store-texts.ts'
import { sentText } from './text.ts'
import { findUntaxed } from './untaxed.ts'
import { voidInvoice } from './void.ts'

const tag = 'Invoices'

const lines = [{ description: 'Seats, December', quantity: 3, unit_amount: 1999 }]

async function get(call: Pick<Call, 'params' | 'scope'>, service: Service) {
  const row = await service.read(findInvoices, {
    environment_id: call.scope.environment_id,
    id: idInPath(invoiceIds, call),
  })
  if (!row) throw invoiceIds.missing(String(call.params.id))
  return row
}

/** Identifying columns first, then the amounts in the order they add up. */
const CSV_ORDER = [
  'id',
  'number',
  'status',
  'customer_id',
  'currency',
  'subtotal',
  'tax',
  'total',
  'credit_applied',
  'amount_due',
  'amount_paid',
  'amount_credited',
  'credit_applied_later',
  'amount_remaining',
  'amount_written_off',
  'write_off_reason',
  'due_date',
  'finalized_at',
  'voided_at',
  'sent_at',
  'email_status',
  'notes',
  'subscription_id',
  'billing_reason',
  'period',
  'scheduled_for',
  'supply_date',
  'relates_to',
  'line_items',
  'metadata',
  'hosted_url',
  'created_at',
  'updated_at',
] as const

const listed = listRoutes({
  path: '/invoices',
  operation: 'listInvoices',
  summary: 'List invoices',
  tag,
  permission: 'invoices:read',
  query: InvoiceList,
  item: Invoice,
  example: { summary: 'The drafts', query: { status: 'draft' } },
  columns: columnsOf(invoiceRecord.members, { order: CSV_ORDER }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'invoices',
    filters: [
      ...decodeFilters(query),
      ...(await havingMetadata(
        service.pool,
        { table: 'invoices', type: 'uuid', environmentId },
        query.metadata,
      )),
    ],
    parts: partsOf(environmentId, query),
    counter: 'invoices_count',
    decodeCursor: invoiceIds.parse,
  }),
  find: findTexts,
  weight: sql`coalesce(${textWeight}, ${invoiceWeight})`,
  text: currentText,
  json: (kept, _call, service: Service) => sentText(kept, service.publicUrl()),
})

const createRoute = route({
  method: 'POST',
  path: '/invoices',
  operation: 'createInvoice',
  summary: 'Create an invoice',
  description:
    'Creates a draft. Finalize it to number and send it, or set `finalize` to true to do both in one request.',
  tag,
  permission: 'invoices:write',
  body: InvoiceCreate,
  refers: true,
  response: Invoice,
  errors: [
    'resource_missing',
    'product_archived',
    'price_inactive',
    'currency_mismatch',
    'decimal_invalid',
    'parameters_exclusive',
    'tax_rates_mixed',
    'tax_rate_inactive',
    'amount_too_large',
    'currency_invalid',
    'coupon_inactive',
    'coupon_expired',
    'coupon_exhausted',
    'promotion_code_not_eligible',
    'discount_already_applied',
    'seller_incomplete',
    'tax_rate_not_in_force',
    'tax_rate_unknown',
    'tax_address_missing',
    'document_particulars_missing',
    'preview_outdated',
  ],
  createdAt: (id) => `/invoices/${id}`,
  example: { summary: 'Three seats', body: { customer_id: 'cus_1001', line_items: lines } },
  handle: async (call, service: Service) =>
    service.write(call, createInvoice, decodeCreate(call.body)),
})

const retrieveRoute = route({
  method: 'GET',
  path: '/invoices/:id',
  params: inPath(invoiceIds),
  operation: 'retrieveInvoice',
  summary: 'Retrieve an invoice',
  tag,
  permission: 'invoices:read',
  response: Invoice,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const kept = await service.read(findTexts, { environment_id, id: idInPath(invoiceIds, call) })
    if (kept === undefined) throw invoiceIds.missing(String(call.params.id))
    return { json: sentText(kept, service.publicUrl()), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/invoices/:id',
  params: inPath(invoiceIds),
  operation: 'updateInvoice',
  summary: 'Update a draft invoice',
  description:
    'Omitted properties keep their values; null clears. `line_items` replaces all lines; `metadata` is merged. A new `currency` requires `line_items` with amounts in it.',
  tag,
  permission: 'invoices:write',
  body: InvoicePatch,
  refers: true,
  response: Invoice,
  errors: [
    'resource_missing',
    'invoice_not_draft',
    'product_archived',
    'price_inactive',
    'currency_mismatch',
    'decimal_invalid',
    'parameters_exclusive',
    'tax_rates_mixed',
    'tax_rate_inactive',
    'promotion_code_not_eligible',
    'amount_too_large',
    'currency_invalid',
    'precondition_failed',
  ],
  example: { summary: 'Another due date', body: { due_date: '2026-12-31' } },
  handle: async (call, service: Service) =>
    service.write(call, updateInvoice, {
      id: idInPath(invoiceIds, call),
      patch: decodePatch(call.body),
      read_back: call.assertReadBack !== undefined,
    }),
})

const finalizeRoute = route({
  method: 'POST',
  path: '/invoices/:id/finalize',
  params: inPath(invoiceIds),
  operation: 'finalizeInvoice',
  summary: 'Finalize a draft invoice',
  description:
    'Freezes amounts and texts, assigns the definitive number, and sends the invoice. The status is `posted`, or `paid` if nothing is due. `warnings` lists missing details of the seller or for taxes; account settings can refuse to finalize with them.',
  tag,
  permission: 'invoices:write',
  body: InvoiceFinalize,
  response: Invoice,
  errors: [
    'resource_missing',
    'invoice_not_draft',
    'promotion_code_not_eligible',
    'seller_incomplete',
    'tax_rate_not_in_force',
    'tax_rate_unknown',
    'tax_address_missing',
    'document_particulars_missing',
    'preview_outdated',
    'precondition_failed',
  ],
  handle: async (call, service: Service) =>
    service.write(call, finalizeInvoice, {
      id: idInPath(invoiceIds, call),
      ...decodePreviewSent(call.body),
    }),
})

const voidRoute = route({
  method: 'POST',
  path: '/invoices/:id/void',
  params: inPath(invoiceIds),
  operation: 'voidInvoice',
  summary: 'Void an invoice',
  description:
    'Cancels an invoice that should not be paid. Its number is not reused. Only drafts are voided if the account has `void_invoices: "forbid"`.',
  tag,
  permission: 'invoices:write',
  response: Invoice,
  errors: [
    'resource_missing',
    'invoice_not_voidable',
    'void_forbidden',
    'invoice_has_payments',
    'invoice_has_credit_notes',
    'precondition_failed',
  ],
  handle: async (call, service: Service) =>
    service.write(call, voidInvoice, { id: idInPath(invoiceIds, call) }),
})

const applyCreditRoute = route({
  method: 'POST',
  path: '/invoices/:id/apply_credit',
  params: inPath(invoiceIds),
  operation: 'applyCreditToInvoice',
  summary: 'Apply credit to an invoice',
  description:
    'Finalizing applies the credit that is there; this applies what was given later. Voiding the invoice returns it. No email is sent.',
  tag,
  permission: 'invoices:write',
  body: InvoiceApplyCredit,
  response: Invoice,
  errors: [
    'resource_missing',
    'invoice_not_payable',
    'payment_exceeds_amount_due',
    'credit_exceeds_balance',
    'precondition_failed',
  ],
  example: { summary: 'At most 20.00', body: { amount: 2000 } },
  handle: async (call, service: Service) =>
    service.write(call, applyCreditToInvoice, {
      id: idInPath(invoiceIds, call),
      amount: call.body.amount,
    }),
})

const explainRoute = route({
  method: 'GET',
  path: '/invoices/:id/explain',
  params: inPath(invoiceIds),
  operation: 'explainInvoice',
  summary: 'Explain the amounts of an invoice',
  description:
    'How the amounts were calculated, as frozen when finalized or for the current draft.',
  tag,
  permission: 'invoices:read',
  response: Explanation,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const invoice = await get(call, service)
    // A finalized invoice never changes, so this second read returns the same document.
    const isDraft = invoice.finalized_at === null
    const frozen = isDraft ? null : await findDerivation(service.pool, invoice)
    const untaxed = isDraft ? await findUntaxed(service.pool, invoice) : []
    const derivation = derivationOf({ ...invoice, derivation: frozen }, untaxed)
    const json = JSON.stringify({
      object: 'invoice_explanation',
      invoice_id: invoiceIds.ref(invoice.id),
      currency: invoice.currency,
      amount_due: invoice.amount_due,
      derivation,
      sentences: explain(derivation, invoice.currency, invoice.taxes ?? []),
      warnings: invoice.warnings ?? [],
    })
    return { json, etag: true }
  },
})

export const invoiceRoutes: Route<Service>[] = [
  ...listed,
  createRoute,
  retrieveRoute,
  updateRoute,
  finalizeRoute,
  voidRoute,
  applyCreditRoute,
  ...writeOffRoutes,
  ...discountRoutes,
  ...previewRoutes,
  ...sendRoutes,
  explainRoute,
  snapshotRoute,
]
