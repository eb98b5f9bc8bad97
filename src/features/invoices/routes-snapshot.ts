// Routes of the frozen seller and customer of a finalized invoice.

import { type Static, Type } from 'typebox'
import { customerRef } from '../../domain/customer.ts'
import type { Snapshot } from '../../domain/snapshot.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { invoiceIds } from './record.ts'
import { findInvoices, findSnapshots } from './store.ts'

const strict = { additionalProperties: false }
const text = Type.String()
const textOrNull = Type.Union([Type.String(), Type.Null()])

const address = {
  city: text,
  state_province: text,
  postal_code: text,
  country: text,
}

const Seller = Type.Object(
  {
    name: text,
    legal_name: text,
    address_line1: text,
    address_line2: text,
    ...address,
    tax_numbers: Type.Array(Type.Object({ label: text, value: text }, strict)),
    phone: text,
    email: text,
    website: text,
  },
  { title: 'InvoiceSeller', additionalProperties: false },
)

const BilledCustomer = Type.Object(
  {
    id: text,
    name: text,
    contact_name: textOrNull,
    email: text,
    phone: text,
    address_line1: text,
    address_line2: textOrNull,
    ...address,
    tax_exempt: Type.Boolean(),
    tax_id: textOrNull,
    tax_ids: Type.Array(
      Type.Object({ type: text, value: text, status: text, checked_at: text }, strict),
    ),
    language: textOrNull,
  },
  { title: 'InvoiceCustomer', additionalProperties: false },
)

const InvoiceSnapshot = Type.Object(
  {
    object: Type.Literal('invoice_snapshot'),
    invoice_id: text,
    seller: Type.Union([Seller, Type.Null()], { description: 'Null for a draft.' }),
    customer_snapshot: Type.Union([BilledCustomer, Type.Null()], {
      description: 'Null for a draft.',
    }),
  },
  { title: 'InvoiceSnapshot', additionalProperties: false },
)

export const snapshotRoute: Route<Service> = route({
  method: 'GET',
  path: '/invoices/:id/snapshot',
  params: inPath(invoiceIds),
  operation: 'retrieveInvoiceSnapshot',
  summary: 'Retrieve the snapshot of an invoice',
  description: 'Seller and customer as of finalizing. Only an erasure changes them.',
  tag: 'Invoices',
  permission: 'invoices:read',
  response: InvoiceSnapshot,
  errors: ['resource_missing'],
  async handle({ scope: { environment_id }, params }, service: Service) {
    const id = idInPath(invoiceIds, { params })
    const key = { environment_id, id }
    const [invoice, frozen] = await Promise.all([
      service.read(findInvoices, key),
      service.read(findSnapshots, key),
    ])
    if (!invoice) throw invoiceIds.missing(invoiceIds.ref(id))
    const json = JSON.stringify({
      object: 'invoice_snapshot',
      invoice_id: invoiceIds.ref(id),
      seller: frozen ? sellerOf(frozen) : null,
      customer_snapshot: frozen
        ? {
            ...frozen.customer,
            id: customerRef(frozen.customer.id),
            tax_ids: frozen.customer.tax_ids ?? [],
          }
        : null,
    })
    return { json, etag: true }
  },
})

/** The seller, without the settings for how documents look. */
function sellerOf({ seller }: Snapshot): Static<typeof Seller> {
  const { name, legal_name, address_line1, address_line2, city, state_province } = seller
  const { postal_code, country, tax_numbers, phone, email, website } = seller
  return {
    name,
    legal_name,
    address_line1,
    address_line2,
    city,
    state_province,
    postal_code,
    country,
    tax_numbers,
    phone,
    email,
    website,
  }
}
