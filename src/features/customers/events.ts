// The events of customers.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('customer.created'),
  updated: event('customer.updated'),
  deleted: event('customer.deleted'),
  erased: event('customer.erased'),
}
