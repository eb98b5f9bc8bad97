// What the events of payments may change.

import { created, from, type Transition, updated } from './transition.ts'

const ALLOCATED = ['invoice_id', 'allocations', 'unallocated']

/** True while it is settled, if the unallocated amounts before and after are as expected. */
const leaves =
  (isRight: (before: number, after: number) => boolean): Transition['leads'] =>
  (before, after) =>
    from('settled settled')?.(before, after) === true &&
    isRight(Number(before.unallocated), Number(after.unallocated))

export const PAYMENT: Readonly<Record<string, Transition>> = {
  'payment.created': created('created_at', 'updated_at'),
  'payment.allocated': {
    ...updated(...ALLOCATED),
    leads: leaves((before, after) => before > after),
  },
  'payment.deallocated': {
    ...updated(...ALLOCATED),
    leads: leaves((before, after) => before < after),
  },
  'payment.moved_to_balance': {
    ...updated('to_balance', 'unallocated'),
    leads: from('settled settled'),
  },
  'payment.updated': {
    ...updated('to_balance', 'unallocated'),
    leads: from('settled settled', 'reversed reversed'),
  },
  'payment.reversed': {
    ...updated('status', 'reversal_reason', 'reversed_at'),
    at: ['reversed_at', 'updated_at'],
    leads: from('settled reversed'),
  },
}
