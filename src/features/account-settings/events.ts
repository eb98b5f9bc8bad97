// Events of account settings.

import { event } from '../../domain/event.ts'

export const events = {
  updated: event('account.updated'),
}
