// The catalogue of events: each type with when it is recorded and an example.

import { EVENT_TYPES, EVENTS, type EventType } from '../domain/event.ts'
import { RESOURCES } from '../domain/resources.ts'
import { type Block, code, folded, heading, json, link, paragraph, table } from './blocks.ts'
import { readRecorded } from './openapi.ts'
import { pageOfTag } from './reading.ts'

export function eventCatalogue(baseUrl: string): Block[] {
  const { events: examples } = readRecorded(baseUrl)
  return [
    heading(2, 'Event types', 'types'),
    paragraph(
      'The `type` of an event, and when it is recorded. New types can be added: ignore those you do not know. ' +
        'Select the events to receive with `enabled_events` of a [webhook endpoint](/docs/webhooks).',
    ),
    table(
      ['Type', 'Recorded when'],
      EVENT_TYPES.map((type) => [link(code(type), `#${type}`), EVENTS[type].when]),
      'types',
    ),
    ...EVENT_TYPES.map((type): Block => {
      const { en, page } = RESOURCES[EVENTS[type].object]
      return {
        kind: 'section',
        id: type,
        blocks: [
          heading(3, code(type)),
          paragraph(EVENTS[type].when),
          paragraph(`\`data.object\` is the ${link(en.one, pageOfTag(page))}.${formerly(type)}`),
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
