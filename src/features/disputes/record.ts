// The table of disputes.

import { DISPUTE_STATUSES } from '../../domain/dispute.ts'
import { eventsOf } from '../../domain/event.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { customers } from '../customers/store.ts'
import { objectIds } from '../identifiers.ts'
import {
  amount,
  cents,
  currency,
  customerId,
  fixed,
  id,
  instant,
  line,
  nullable,
  oneOf,
} from '../kinds.ts'
import { payments } from '../payments/store.ts'
import { resourceRecord } from '../resource.ts'

export const disputeIds = objectIds('dispute')

export const disputes = resourceRecord(
  'dispute',
  {
    payment_id: fixed(id('payment', 'The payment that the customer contests.')),
    invoice_id: fixed(
      nullable(
        id('invoice'),
        'The invoice that the payment was for; null unless it was exactly one.',
      ),
    ),
    customer_id: fixed(customerId()),
    amount: fixed(
      amount({
        minimum: 1,
        description: "The amount that is contested, in the currency's smallest unit.",
      }),
    ),
    currency: fixed(currency()),
    reason: fixed(
      line('Why the customer contests it, as the gateway names it, such as `fraudulent`.', {
        max: 64,
        erased: '',
      }),
    ),
    status: oneOf(
      DISPUTE_STATUSES,
      '`needs_response` until you respond at the gateway; `won` and `lost` are final.',
    ),
    evidence_due_by: nullable(
      instant(),
      'Until when the gateway accepts a response; null if it does not say.',
    ),
    amount_withdrawn: cents(
      'What it took out of the payment: less than `amount` if a part was refunded or reversed before, or 0 if no money was withdrawn.',
    ),
    withdrawn_at: nullable(instant(), 'When the gateway took the money back; null if it did not.'),
    returned_at: nullable(
      instant(),
      'When the money came back, because the dispute was won; null until then.',
    ),
    closed_at: nullable(instant(), 'When it was won or lost; null until then.'),
    gateway_id: fixed(
      nullable(id('gateway'), 'The gateway that reports it; null: the simulated gateway.'),
    ),
    gateway_ref: fixed(
      line('What the gateway calls it. Respond to it there.', { max: 256, erased: NOT_PERSONAL }),
    ),
    created_at: fixed(instant()),
    updated_at: instant(),
  },
  {
    owners: [
      { table: payments, of: (row) => row.payment_id },
      { table: customers, of: (row) => row.customer_id },
    ],
  },
)

export interface Dispute extends RowOf<typeof disputes.members> {}

export const events = eventsOf('dispute')
