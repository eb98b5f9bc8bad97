// The events of tax registrations.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('tax_registration.created'),
  updated: event('tax_registration.updated'),
}
