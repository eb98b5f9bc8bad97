// The table of payouts.

import { eventsOf } from '../../domain/event.ts'
import { PAYOUT_STATUSES } from '../../domain/payout.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { objectIds } from '../identifiers.ts'
import { amount, currency, day, fixed, instant, line, nullable, oneOf } from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const payoutIds = objectIds('payout')

export const payouts = resourceRecord('payout', {
  amount: fixed(amount({ minimum: 1, description: "In the currency's smallest unit." })),
  currency: fixed(currency()),
  status: oneOf(PAYOUT_STATUSES, 'A reversed payout does not count.'),
  arrived_on: fixed(
    day('The date it arrived on the bank account, which is the value date in the ledger.', [
      '2026-12-18',
    ]),
  ),
  reference: fixed(
    line('Where it is found, such as on a bank statement.', { max: 256, erased: NOT_PERSONAL }),
  ),
  reversal_reason: line('Why it was reversed; empty if no reason was given.', {
    max: 500,
    erased: NOT_PERSONAL,
  }),
  reversed_at: nullable(instant(), 'When it was reversed; null until then.'),
  created_at: fixed(instant()),
  updated_at: instant(),
})

export interface Payout extends RowOf<typeof payouts.members> {}

export const events = eventsOf('payout')
