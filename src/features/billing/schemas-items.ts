// The requests of clients about one-off items, and the form of deleted ones.

import { type Static, type TSchema, Type } from 'typebox'
import { Body, orNull } from '../../platform/http/shapes.ts'
import { customerIn, mergedMetadata, sent } from '../bodies.ts'
import { idSchema } from '../identifiers.ts'
import { invoiceItemRecord } from '../invoice-items/record.ts'
import { PeriodShown } from '../period.ts'

const clearable = <S extends TSchema>(schema: S) => Type.Optional(orNull(schema))

const period = clearable(PeriodShown)

const { quantity } = invoiceItemRecord.members

export const InvoiceItem = invoiceItemRecord.item

export const InvoiceItemCreate = Body({
  subscription_id: Type.Optional(
    idSchema('subscription', 'Its next invoice bills the item.', 'sub_01h2xcejqtf2nbrexx3vqjhp41'),
  ),
  customer_id: Type.Optional(customerIn('Its customer; required without a subscription.')),
  ...sent(invoiceItemRecord, { required: ['description'], optional: ['metadata'] }),
  price_id: clearable(idSchema('price', 'A one-time price.')),
  unit_amount: clearable(invoiceItemRecord.members.unit_amount.input),
  quantity: Type.Optional({ ...quantity.input, default: 1 }),
  currency: Type.Optional(
    Type.String({
      format: 'currency',
      description: 'Its currency, if sent.',
      examples: ['cad'],
    }),
  ),
  period,
})
export type InvoiceItemCreate = Static<typeof InvoiceItemCreate>

export const InvoiceItemPatch = Body({
  ...sent(invoiceItemRecord, {
    optional: ['description', 'quantity'],
    clearable: ['unit_amount'],
  }),
  period,
  ...mergedMetadata,
})
export type InvoiceItemPatch = Static<typeof InvoiceItemPatch>

export const DeletedInvoiceItem = Type.Object(
  { id: Type.String(), object: Type.Literal('invoice_item'), deleted: Type.Literal(true) },
  { title: 'DeletedInvoiceItem', additionalProperties: false },
)
