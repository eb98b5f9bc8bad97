// The catalogue of events: each type with when it is recorded and an example.

import { EVENT_TYPES, EVENTS, type EventObject, type EventType } from '../domain/event-catalogue.ts'
import { type Block, code, folded, heading, json, link, paragraph, table } from './blocks.ts'
import { readRecorded } from './openapi.ts'

/** The page of what an event carries, and what it is called there. */
const OBJECTS: Record<EventObject, [label: string, page: string]> = {
  account: ['account', '/docs/account'],
  coupon: ['coupon', '/docs/coupons'],
  credit_transaction: ['credit transaction', '/docs/credit'],
  customer: ['customer', '/docs/customers'],
  invoice: ['invoice', '/docs/invoices'],
  payment: ['payment', '/docs/payments'],
  price: ['price', '/docs/prices'],
  product: ['product', '/docs/products'],
  promotion_code: ['promotion code', '/docs/coupons'],
  tax_rate: ['tax rate', '/docs/taxes'],
  tax_registration: ['tax registration', '/docs/taxes'],
  webhook_endpoint: ['webhook endpoint', '/docs/webhooks'],
}

export function eventCatalogue(baseUrl: string): Block[] {
  const { events: examples } = readRecorded(baseUrl)
  return [
    heading(2, 'Event types', 'types'),
    paragraph(
      'The `type` of an event, and when it is recorded. New types may be added: ignore those you do not know. ' +
        'Which to receive is chosen by `enabled_events` of a [webhook endpoint](/docs/webhooks).',
    ),
    table(
      ['Type', 'Recorded when'],
      EVENT_TYPES.map((type) => [link(code(type), `#${type}`), EVENTS[type].when]),
      'types',
    ),
    ...EVENT_TYPES.map((type): Block => {
      const [label, page] = OBJECTS[EVENTS[type].object]
      return {
        kind: 'section',
        id: type,
        blocks: [
          heading(3, code(type)),
          paragraph(EVENTS[type].when),
          paragraph(`\`data.object\` is the ${link(label, page)}.${formerly(type)}`),
          folded('Example', json(examples[type])),
        ],
      }
    }),
  ]
}

const formerly = (type: EventType): string =>
  EVENTS[type].changes
    ? ' `data.previous_attributes` has the former values of the fields that changed.'
    : ''
