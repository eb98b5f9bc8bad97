// The ID of what caused a ledger entry, with the prefix of its resource.

import type { LedgerKind } from '../../domain/ledger.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'

const PREFIXES: Readonly<Record<LedgerKind, string>> = {
  invoice_finalized: 'inv',
  invoice_voided: 'inv',
  credit_granted: 'cbt',
  credit_expired: 'cbt',
  credit_applied: 'cbt',
  credit_restored: 'cbt',
  payment_settled: 'pay',
  payment_reversed: 'pay',
  // A payment can be allocated more than once, so each allocation has its own ID.
  payment_allocated: 'pal',
  payment_deallocated: 'pal',
  credit_note_issued: 'cn',
  credit_note_voided: 'cn',
  refund_succeeded: 're',
  refund_failed: 're',
  refund_moved: 're',
  // An invoice can have several of each: the event says why.
  invoice_written_off: 'evt',
  write_off_reversed: 'evt',
  gateway_fee_charged: 'pay',
  payout_arrived: 'payout',
  payout_reversed: 'payout',
  dispute_withdrawn: 'dp',
  dispute_returned: 'dp',
}

export const objectRef = (kind: LedgerKind, id: string): string => encodeId(PREFIXES[kind], id)

/** Returns the UUID in an object ID with any prefix. */
export const parseObjectId = (ref: string): string | undefined =>
  decodeId(ref.slice(0, ref.indexOf('_')), ref)
