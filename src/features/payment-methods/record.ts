// The table of payment methods.

import { Type } from 'typebox'
import { eventsOf } from '../../domain/event.ts'
import { PAYMENT_METHOD_STATUSES, PAYMENT_METHOD_TYPES } from '../../domain/payment-method.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import type { Subject } from '../../platform/db/table.ts'
import { customers } from '../customers/store.ts'
import { objectIds } from '../identifiers.ts'
import {
  customerId,
  fixed,
  flag,
  hidden,
  id,
  instant,
  nullable,
  oneOf,
  structured,
  text,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const paymentMethodIds = objectIds('payment_method')

const orNull = <S extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  schema: S,
  description: string,
) => Type.Union([schema, Type.Null()], { description })

const Display = Type.Object(
  {
    brand: orNull(Type.String(), 'The brand of a card, such as `visa`.'),
    last4: Type.String({ description: 'The last digits of its number.' }),
    exp_month: orNull(Type.Integer(), 'The month in which a card expires.'),
    exp_year: orNull(Type.Integer(), 'The year in which a card expires.'),
    bank: orNull(Type.String(), 'The bank of an account.'),
  },
  { title: 'PaymentMethodDisplay', additionalProperties: false },
)

export const paymentMethods = resourceRecord(
  'payment_method',
  {
    customer_id: fixed(customerId()),
    gateway_id: fixed(
      nullable(id('gateway'), 'The gateway that has it; null for the simulated gateway.'),
    ),
    type: fixed(oneOf(PAYMENT_METHOD_TYPES, 'What it is.')),
    display: fixed(
      nullable(structured(Display, null), 'How the customer recognizes it; null once erased.'),
    ),
    reusable: fixed(flag('True if it can pay later invoices.', { erased: NOT_PERSONAL })),
    status: oneOf(PAYMENT_METHOD_STATUSES, 'Only an active one can pay.'),
    detached_at: nullable(instant(), 'When it was detached; null until then.'),
    created_at: fixed(instant()),
    updated_at: instant(),

    /** What the gateway calls it. */
    gateway_ref: fixed(hidden(text('', { max: 256, erased: NOT_PERSONAL }))),
    /** When the gateway is asked to forget it; null unless it is detached, and once the gateway did. */
    forget_at: hidden(nullable(instant(), '')),
    /** When its expiry is announced; null if it has none, or that was done. */
    notice_at: hidden(nullable(instant(), '')),
    /** When invoices that could not be charged are tried again with it; null unless it has just become usable for them. */
    retry_at: hidden(nullable(instant(), '')),
  },
  { owners: [{ table: customers, of: (row) => row.customer_id }] },
)

export interface PaymentMethod extends RowOf<typeof paymentMethods.members> {}

export const events = eventsOf('payment_method')

export const aboutMethod = ({
  id,
  customer_id,
}: Pick<PaymentMethod, 'id' | 'customer_id'>): Subject => ({
  id: paymentMethodIds.ref(id),
  customer_id,
})
