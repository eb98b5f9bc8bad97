// Timeline schemas.

import { Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { describeEmail, describeEvent, summarize } from '../../domain/timeline.ts'
import { Body, listQuery, Timestamp } from '../../platform/http/shapes.ts'
import { encodeId } from '../../platform/ids.ts'
import { allows, type Scope } from '../../platform/scope.ts'
import { canReadObject } from '../events/json.ts'
import type { StoredEvent } from '../events/store.ts'
import type { Email } from '../outbox/record.ts'
import type { RecordedActor } from './store.ts'

export const TimelineList = Body({
  limit: listQuery.limit,
  starting_after: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'ID of the last item of the previous page.',
    }),
  ),
})

export const TimelineItem = Type.Object(
  {
    id: Type.String({ description: 'ID of the event, `evt_…`, or of the email, `eml_…`.' }),
    object: Type.Literal('timeline_item'),
    at: { ...Timestamp, description: 'When it happened, in business time.' } as typeof Timestamp,
    type: Type.String({
      description: 'Type of the event, or `email.` and the kind of the email.',
    }),
    summary: Type.String({
      description:
        'One sentence in English; without details if you lack the scope that reads the object.',
    }),
    event_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The event with all details; null for an email.',
    }),
    actor: Type.Union([Type.String(), Type.Null()], {
      description:
        'A key, a user or a command; null if it was automatic, or if the caller cannot read the audit log.',
    }),
    actor_label: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the key or user at that time.',
    }),
    about: Type.String({
      description: 'The invoice, payment, credit note, credit transaction or email.',
    }),
  },
  { additionalProperties: false },
)

export function eventItem(
  scope: Scope,
  event: StoredEvent,
  actor: RecordedActor | undefined,
): string {
  const id = encodeId('evt', event.id)
  return JSON.stringify({
    id,
    object: 'timeline_item',
    at: timestamp(event.created_at),
    type: event.type,
    summary: canReadObject(scope.scopes, event.type) ? detailed(event) : summarize(event.type),
    event_id: id,
    actor: actor?.actor ?? null,
    actor_label: actor?.actor_label ?? null,
    about: event.object_id,
  })
}

function detailed({ type, object, previous_attributes }: StoredEvent): string {
  const changed = Object.keys(JSON.parse(previous_attributes ?? '{}') as object)
  return describeEvent(type, JSON.parse(object) as Record<string, unknown>, changed)
}

export function mailItem(scope: Scope, mail: Email): string {
  const id = encodeId('eml', mail.id)
  return JSON.stringify({
    id,
    object: 'timeline_item',
    at: timestamp(mail.created_at),
    type: `email.${mail.kind}`,
    summary: describeEmail(mail, allows(scope.scopes, 'emails:read')),
    event_id: null,
    actor: null,
    actor_label: null,
    about: id,
  })
}
