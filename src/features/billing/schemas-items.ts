// What clients send about one-off items, and what they see of deleted ones.

import { type Static, type TSchema, Type } from 'typebox'
import { Body, KEPT_TIMESTAMP, orNull } from '../../platform/http/shapes.ts'
import { customerIn, mergedMetadata, sent } from '../bodies.ts'
import { idSchema } from '../identifiers.ts'
import { invoiceItemRecord } from '../invoice-items/record.ts'

const clearable = <S extends TSchema>(schema: S) => Type.Optional(orNull(schema))

const periodCalled = (title: string) =>
  Type.Object(
    { start: Type.String(KEPT_TIMESTAMP), end: Type.String(KEPT_TIMESTAMP) },
    {
      title,
      additionalProperties: false,
      description: 'What it is for, up to an instant that it excludes. Printed on documents.',
    },
  )

const { quantity } = invoiceItemRecord.members

export const InvoiceItem = invoiceItemRecord.item

export const InvoiceItemCreate = Body({
  subscription_id: idSchema(
    'subscription',
    'The subscription whose next invoice bills it.',
    'sub_01h2xcejqtf2nbrexx3vqjhp41',
  ),
  customer_id: Type.Optional(customerIn('The customer of the subscription, if you send it.')),
  ...sent(invoiceItemRecord, { required: ['description'], optional: ['metadata'] }),
  price_id: clearable(idSchema('price', 'A one-time price, instead of `unit_amount`.')),
  unit_amount: clearable(invoiceItemRecord.members.unit_amount.input),
  quantity: Type.Optional({ ...quantity.input, default: 1 }),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: 'The currency of the subscription, if you send it.',
      examples: ['cad'],
    }),
  ),
  period: clearable(periodCalled('InvoiceItemPeriod')),
})
export type InvoiceItemCreate = Static<typeof InvoiceItemCreate>

export const InvoiceItemPatch = Body({
  ...sent(invoiceItemRecord, {
    optional: ['description', 'quantity'],
    clearable: ['unit_amount'],
  }),
  period: clearable(periodCalled('InvoiceItemPatchPeriod')),
  ...mergedMetadata,
})
export type InvoiceItemPatch = Static<typeof InvoiceItemPatch>

export const DeletedInvoiceItem = Type.Object(
  { id: Type.String(), object: Type.Literal('invoice_item'), deleted: Type.Literal(true) },
  { title: 'DeletedInvoiceItem', additionalProperties: false },
)
