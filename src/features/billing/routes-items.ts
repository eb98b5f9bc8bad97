// The API routes of one-off items.

import { parseCurrency } from '../../domain/currencies.ts'
import { customerRef } from '../../domain/customer.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Call, Route } from '../../platform/http/route.ts'
import { crud } from '../crud.ts'
import { anyOf, equals, ofCustomer } from '../filters.ts'
import { idSchema } from '../identifiers.ts'
import { ITEM_STATUSES, invoiceItemIds, invoiceItemRecord } from '../invoice-items/record.ts'
import { customerIdOf } from '../invoices/decode.ts'
import { priceIds } from '../prices/record.ts'
import type { Service } from '../service.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import {
  assertOnePrice,
  createInvoiceItem,
  deleteInvoiceItem,
  type NewInvoiceItem,
  updateInvoiceItem,
} from './invoice-items.ts'
import { withCharges } from './open-charges.ts'
import { BILLING_ERRORS } from './routes-verb.ts'
import { DeletedInvoiceItem, InvoiceItemCreate, InvoiceItemPatch } from './schemas-items.ts'
import { findNextBilled } from './subscribers.ts'

/** A request with its IDs decoded; the schema has already validated them. */
type Sent = Omit<NewInvoiceItem, 'subscription_id'> & { subscription_id: string | undefined }

function decodeItem({
  subscription_id,
  customer_id,
  currency,
  price_id,
  unit_amount = null,
  quantity = 1,
  period = null,
  ...body
}: InvoiceItemCreate): Sent {
  const price = price_id ? (priceIds.parse(price_id) as string) : null
  assertOnePrice({ price_id: price, unit_amount })
  return {
    ...body,
    ...{ price_id: price, unit_amount, quantity, period },
    ...(customer_id !== undefined && { customer_id: customerIdOf(customer_id) }),
    ...(currency !== undefined && { currency: parseCurrency(currency) }),
    subscription_id: subscription_id && (subscriptionIds.parse(subscription_id) as string),
  }
}

/** The request with the subscription that bills the item: without one, that of the customer that is billed next. */
async function withSubscription(
  { environment_id }: Call['scope'],
  { pool }: Service,
  item: Sent,
): Promise<NewInvoiceItem> {
  const { subscription_id, customer_id, currency } = item
  if (subscription_id !== undefined) return { ...item, subscription_id }
  if (customer_id === undefined) {
    throw validationError('customer_id', { kind: 'required' }, { code: 'parameter_missing' })
  }
  const next = await findNextBilled(pool, { environment_id, customer_id, currency })
  if (next !== undefined) return { ...item, subscription_id: next }
  throw billingError(
    'parameter_invalid',
    `${customerRef(customer_id)} has no subscription that will be billed${currency ? ` in ${currency}` : ''}. To bill the item alone, use POST /v1/invoices.`,
    { param: 'customer_id' },
  )
}

/** The item of a call and its subscription, which is locked with it. */
async function itemOf({ scope }: Call, service: Service, id: string) {
  const { environment_id } = scope
  const found = await service.read(invoiceItemRecord.find, { environment_id, id })
  if (!found) throw invoiceItemIds.missing(invoiceItemIds.ref(id))
  return { id, subscription_id: found.subscription_id }
}

const ITEM_ERRORS = ['invoice_item_billed', ...BILLING_ERRORS]

export const itemRoutes: Route<Service>[] = crud({
  ids: invoiceItemIds,
  record: invoiceItemRecord,
  list: {
    filters: {
      customer_id: ofCustomer('Items of this customer'),
      subscription_id: equals(idSchema('subscription'), subscriptionIds.parse),
      status: anyOf(ITEM_STATUSES, 'Items in this state.'),
    },
    visible: sql`deleted_at is null`,
    weight: sql`octet_length(t.description) + octet_length(t.metadata::text)`,
    example: { summary: 'Those not billed yet', query: { status: 'pending' } },
  },
  create: {
    description:
      'Waits for the next invoice of the subscription, or for its last one. Without a subscription, the one of the customer that is billed next takes it. At most 200 wait.',
    body: InvoiceItemCreate,
    refers: true,
    errors: [
      ...['currency_invalid', 'currency_mismatch', 'parameters_exclusive', 'price_inactive'],
      ...['product_archived', 'subscription_ended', 'subscription_incomplete', ...BILLING_ERRORS],
    ],
    example: {
      summary: 'A setup fee',
      body: {
        subscription_id: 'sub_01h2xcejqtf2nbrexx3vqjhp41',
        description: 'Setup',
        unit_amount: 5000,
      },
    },
    async handle(call, service) {
      const item = await withSubscription(call.scope, service, decodeItem(call.body))
      return withCharges(service, call, { id: item.subscription_id }, (names) =>
        service.write(call, createInvoiceItem, { ...item, ...names }),
      )
    },
  },
  update: {
    description: 'Until it is billed. Omitted properties keep their values; null clears.',
    body: InvoiceItemPatch,
    errors: ITEM_ERRORS,
    example: { summary: 'Another amount', body: { unit_amount: 4500 } },
    async handle(call, service, id) {
      const of = await itemOf(call, service, id)
      return withCharges(service, call, { id: of.subscription_id }, (names) =>
        service.write(call, updateInvoiceItem, { ...of, patch: call.body, ...names }),
      )
    },
  },
  delete: {
    verb: 'delete',
    description: 'Until it is billed.',
    response: DeletedInvoiceItem,
    errors: ITEM_ERRORS,
    async handle(call, service, id) {
      const of = await itemOf(call, service, id)
      return withCharges(service, call, { id: of.subscription_id }, (names) =>
        service.write(call, deleteInvoiceItem, { ...of, ...names }),
      )
    },
  },
})
