// Previews the creation of a subscription.

import type { Action } from '../accounts/store.ts'
import { insertSubscription, type NewSubscription, rowsOfNew, takesExternalId } from './create.ts'
import { figuresShown, hashOf } from './figures.ts'
import { forecast, NEXT } from './forecast.ts'

/** Always a dry run: what creating the subscription would bill at once, and the next invoices. */
export const previewSubscription: Action<NewSubscription> = {
  name: 'subscriptions.preview',
  rows: rowsOfNew,
  takes: takesExternalId,
  decide(work, input) {
    const at = work.now
    const { row, invoice } = insertSubscription(work, { ...input, preview: { at, hash: '' } })
    const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
    const json = JSON.stringify({
      object: 'subscription_preview',
      at: instant(at),
      hash: hashOf(at, row, invoice),
      status: row.status,
      start: instant(row.start),
      current_period: row.current_period,
      trial_end: instant(row.trial_end),
      next_invoice_at: instant(row.next_invoice_at),
      invoices: invoice ? [figuresShown(invoice)] : [],
      next: forecast(work, row, NEXT),
    })
    return { json, object_id: '' }
  },
}
