// Compares the content frozen when an invoice was finalized with the digest in its event.

import { digestOf } from './canonical.ts'
import type { Differ } from './checks.ts'
import type { Replay } from './replay.ts'
import type { BooksInvoice } from './store-invoices.ts'

export function checkSeal(
  { snapshot, derivation, due_date_set }: BooksInvoice,
  { sequence, frozen, former }: NonNullable<Replay['finalized']>,
  differ: Differ,
): void {
  if (!former) differ(`event ${sequence} has lost its previous_attributes`)
  if (frozen === null) differ(`event ${sequence} has lost its seal`)
  else if (digestOf({ snapshot, derivation, due_date_set }) !== frozen) {
    differ(`seller, customer or derivation do not match the seal of event ${sequence}`)
  }
}
