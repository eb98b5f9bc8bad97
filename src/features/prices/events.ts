// The events of prices.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('price.created'),
  updated: event('price.updated'),
}
