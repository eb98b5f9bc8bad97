// What is recorded of the settings of an account.

import { event } from '../../domain/event.ts'

export const events = {
  updated: event('account.updated'),
}
