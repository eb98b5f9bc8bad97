// What is recorded when the credit of a customer moves.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('credit_transaction.created'),
}
