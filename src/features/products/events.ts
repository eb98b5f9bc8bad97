// The events of products.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('product.created'),
  updated: event('product.updated'),
  archived: event('product.archived'),
}
