// The events of promotion codes.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('promotion_code.created'),
  updated: event('promotion_code.updated'),
}
