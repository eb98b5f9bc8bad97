// The events of tax rates.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('tax_rate.created'),
  updated: event('tax_rate.updated'),
}
