// The actions on payouts: record and reverse.

import { parseCurrency } from '../../domain/currencies.ts'
import { mirrored, payoutPostings } from '../../domain/ledger.ts'
import { assertCovered, reversePayout as reversed } from '../../domain/payout.ts'
import type { Subject } from '../../platform/db/table.ts'
import type { Action } from '../accounts/store.ts'
import { bookDay } from '../ledger/book-day.ts'
import { type Cause, post } from '../ledger/post.ts'
import { insertRow, newRow } from '../rows.ts'
import { events, type Payout, payoutIds, payouts } from './record.ts'
import type { PayoutCreate } from './schemas.ts'
import { gatewayBalance } from './store.ts'

const about = ({ id }: Payout): Subject => ({ id: payoutIds.ref(id) })

const causeOf = (kind: Cause['kind'], { id, currency }: Payout): Cause => ({
  ...{ kind, object_id: id, currency },
  ...{ customer_id: null, invoice_id: null },
})

/** Records what arrived. Throws `payout_exceeds_balance`, `books_closed`, and for a day in the future. */
export const createPayout: Action<PayoutCreate> = {
  name: 'payouts.create',
  rows: () => [],
  decide(work, { amount, currency: code, arrived_on: day, reference }) {
    const arrived_on = bookDay(work, 'arrived_on', day)
    const currency = parseCurrency(code)
    assertCovered({ amount, currency }, work.lookUp(gatewayBalance, currency))
    const row: Payout = {
      ...newRow(work),
      ...{ amount, currency, arrived_on, reference: reference ?? '' },
      ...{ status: 'paid', reversal_reason: '', reversed_at: null },
    }
    const cause = { ...causeOf('payout_arrived', row), value_date: arrived_on }
    const answer = insertRow(work, events.created, about(row), {
      table: payouts,
      row,
      present: payouts.json,
    })
    post(work, cause, payoutPostings(row))
    return answer
  },
}

export interface ReversePayout {
  id: string
  reason: string
}

export const reversePayout: Action<ReversePayout> = {
  name: 'payouts.reverse',
  rows: ({ id }) => [{ table: payouts, id }],
  decide(work, { id, reason }) {
    const before = work.find(payouts, id)
    if (!before) throw payoutIds.missing(payoutIds.ref(id))
    const after = reversed(before, reason, work.now)
    const answer = work.change(events.reversed, about(before), {
      table: payouts,
      before,
      after,
      present: payouts.json,
    })
    post(work, causeOf('payout_reversed', before), mirrored(payoutPostings(before)))
    return answer
  },
}
