// The events of payments.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('payment.created'),
  reversed: event('payment.reversed'),
}
