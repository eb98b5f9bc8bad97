// The timeline of an invoice as clients see it.

import { Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { tellEvent, tellMail } from '../../domain/timeline.ts'
import { Body, listQuery, Timestamp } from '../../platform/http/shapes.ts'
import { encodeId } from '../../platform/ids.ts'
import type { StoredEvent } from '../events/store.ts'
import type { Email } from '../outbox/record.ts'
import type { Asked } from './store.ts'

const ID = '[0-7][0-9a-hjkmnp-tv-z]{25}$'

export const InvoicePath = {
  id: Type.String({ pattern: `^inv_${ID}`, description: 'The invoice.' }),
}

export const TimelineList = Body({
  limit: listQuery.limit,
  starting_after: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The id of the item this page comes after.',
    }),
  ),
})

export const TimelineItem = Type.Object(
  {
    id: Type.String({ description: 'That of the event, `evt_…`, or of the email, `eml_…`.' }),
    object: Type.Literal('timeline_item'),
    at: { ...Timestamp, description: 'When it happened, in business time.' } as typeof Timestamp,
    type: Type.String({
      description: 'The type of the event, or `email.` and the kind of the email.',
    }),
    summary: Type.String({ description: 'One sentence for people, in English.' }),
    event_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The event with all details; null for an email.',
    }),
    actor: Type.Union([Type.String(), Type.Null()], {
      description:
        'Who caused it: a key, a person or a command; null if it was automatic, or if the caller cannot read the audit log.',
    }),
    actor_label: Type.Union([Type.String(), Type.Null()], {
      description: 'What the key or person was called then.',
    }),
    about: Type.String({ description: 'The invoice, payment, credit transaction or email.' }),
  },
  { additionalProperties: false },
)

export function eventItem(event: StoredEvent, asked: Asked | undefined): string {
  const object = JSON.parse(event.object) as Record<string, unknown>
  const changed = Object.keys(JSON.parse(event.previous_attributes ?? '{}') as object)
  const id = encodeId('evt', event.id)
  return JSON.stringify({
    id,
    object: 'timeline_item',
    at: timestamp(event.created_at),
    type: event.type,
    summary: tellEvent(event.type, object, changed),
    event_id: id,
    actor: asked?.actor ?? null,
    actor_label: asked?.actor_label ?? null,
    about: event.object_id,
  })
}

export function mailItem(mail: Email): string {
  const id = encodeId('eml', mail.id)
  return JSON.stringify({
    id,
    object: 'timeline_item',
    at: timestamp(mail.created_at),
    type: `email.${mail.kind}`,
    summary: tellMail(mail),
    event_id: null,
    actor: null,
    actor_label: null,
    about: id,
  })
}
