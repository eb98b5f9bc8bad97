// The events of credit transactions.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('credit_transaction.created'),
}
