// What the events of payments may change.

import { created, from, type Transition, updated } from './transition.ts'

const ALLOCATED = ['invoice_id', 'allocations', 'unallocated']

export const PAYMENT: Readonly<Record<string, Transition>> = {
  'payment.created': created('created_at', 'updated_at'),
  'payment.allocated': { ...updated(...ALLOCATED), leads: from('settled settled') },
  'payment.deallocated': { ...updated(...ALLOCATED), leads: from('settled settled') },
  'payment.moved_to_balance': {
    ...updated('to_balance', 'unallocated'),
    leads: from('settled settled'),
  },
  'payment.reversed': {
    ...updated('status', 'reversal_reason', 'reversed_at'),
    at: ['reversed_at', 'updated_at'],
    leads: from('settled reversed'),
  },
}
