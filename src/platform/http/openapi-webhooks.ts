// Webhook requests by event type, for the reference.

import { type TSchema, Type } from 'typebox'
import { type JsonSchema, pascal, type SchemaWriter } from './json-schema.ts'
import { type ApiAnswer, json, type Operation, type Paths, ref } from './openapi-document.ts'

export interface EventShape {
  type: string
  /** A sentence that says when the event is recorded. */
  when: string
  object: TSchema
}

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/** Responses that a receiver can return. */
export const receipts: Record<string, ApiAnswer> = {
  Received: { description: 'Received. Any other status except 410 is retried.' },
  Gone: { description: 'Gone. The endpoint is disabled.' },
}

type Properties = Record<string, TSchema>

/**
 * One webhook for each type of event (Standard Webhooks). The properties that all events have are one schema, and those of
 * the events of an object are another, to which each refers.
 */
export function webhooksOf(
  event: TSchema,
  events: readonly EventShape[],
  schemas: SchemaWriter,
): Paths {
  const { type, data, ...members } = propertiesOf(event)
  const envelope = schemas.answer(Type.Object(members, { title: 'EventEnvelope' }))
  return Object.fromEntries(
    events.map((each) => {
      const name = `${pascal(each.type)}Event`
      const ofObject = `${pascal(each.type.split('.')[0] as string)}Event`
      schemas.components[ofObject] ??= { allOf: [envelope, schemas.answer(shared(each, data))] }
      const own = { properties: { type: { const: each.type } } }
      schemas.components[name] = { allOf: [ref('schemas', ofObject), own] }
      return [each.type, { post: webhookOf(each, ref('schemas', name)) }]
    }),
  )
}

/** What all events of an object have. */
function shared({ type, object }: EventShape, data: TSchema | undefined): TSchema {
  const title = `${pascal(type.split('.')[0] as string)}EventData`
  return Type.Object({
    type: Type.String(),
    data: Type.Object({ ...propertiesOf(data), object }, { title }),
  })
}

const propertiesOf = (schema: TSchema | undefined): Properties =>
  (schema as unknown as { properties: Properties }).properties

function webhookOf({ type, when }: EventShape, schema: JsonSchema): Operation {
  return {
    operationId: `on${pascal(type)}`,
    summary: when,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS.map((name) => ref('parameters', name)),
    requestBody: {
      required: true,
      content: json(schema),
    },
    responses: { '2XX': ref('responses', 'Received'), 410: ref('responses', 'Gone') },
  }
}
