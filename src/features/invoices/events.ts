// Events of invoices.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('invoice.created'),
  updated: event('invoice.updated'),
  finalized: event('invoice.finalized'),
  sent: event('invoice.sent'),
  send_failed: event('invoice.send_failed'),
  paid: event('invoice.paid'),
  partially_paid: event('invoice.partially_paid'),
  payment_reversed: event('invoice.payment_reversed'),
  overdue: event('invoice.overdue'),
  reminded: event('invoice.reminded'),
  voided: event('invoice.voided'),
}
