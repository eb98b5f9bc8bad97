// Holds what was frozen when an invoice was issued against the digest that its event carries.

import { digestOf } from './actions-canonical.ts'
import type { Story } from './actions-story.ts'
import { Tally } from './actions-tally.ts'
import type { FirstSeal } from './store-feed.ts'
import type { BooksInvoice } from './store-invoices.ts'

/** For so long processes of a version that did not seal may have run beside one that does. */
const BESIDE_MS = 86_400_000

/** Seals there are from the event of the first one on; what was issued before it has none. */
export function sealTally(first: FirstSeal | undefined): Tally {
  const what = first ? `sealed invoices, the first by event ${first.sequence}` : 'sealed invoices'
  return new Tally('seals', what, 'what was frozen at issue is what its event was sealed with')
}

export function checkSeal(
  { ref, snapshot, derivation, due_date_set }: BooksInvoice & { ref: string },
  { sequence, frozen, former, at }: NonNullable<Story['finalized']>,
  first: FirstSeal | undefined,
  tally: Tally,
): void {
  if (frozen !== null) {
    const differ = tally.of(ref)
    if (!former) differ(`event ${sequence} has lost its former values`)
    if (digestOf({ snapshot, derivation, due_date_set }) !== frozen) {
      differ(`seller, customer or derivation are not those that event ${sequence} was sealed with`)
    }
    return
  }
  const isBeside = !first || Date.parse(at) - Date.parse(first.created_at) <= BESIDE_MS
  const isLate = !isBeside && sequence > first.sequence
  // No version told former values of what it issued and did not seal it.
  if (former || isLate) tally.of(ref)(`event ${sequence} has lost its seal`)
}
