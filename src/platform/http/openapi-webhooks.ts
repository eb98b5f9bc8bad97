// Webhook requests by event type, for the reference.

import { type TSchema, Type } from 'typebox'
import { type JsonSchema, pascal, type SchemaWriter } from './json-schema.ts'
import { type ApiAnswer, json, type Operation, type Paths, ref } from './openapi-document.ts'

export interface EventShape {
  type: string
  /** A sentence that says when the event is recorded. */
  when: string
  shape: TSchema
}

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/** Responses that a receiver can return. */
export const receipts: Record<string, ApiAnswer> = {
  Received: { description: 'Received. Any other status except 410 is retried.' },
  Gone: { description: 'Gone. The endpoint is disabled.' },
}

type Properties = Record<string, TSchema>

/** The event schema with its specific object; the common properties are described only once. */
export function eventShape(event: TSchema, type: string, object: TSchema): TSchema {
  const { data, ...members } = (event as unknown as { properties: Properties }).properties
  const { properties } = data as unknown as { properties: Properties }
  const plain = Object.entries(members).map(
    ([name, { description, examples, ...schema }]: [
      string,
      TSchema & { description?: string; examples?: unknown[] },
    ]) => [name, schema as TSchema],
  )
  const family = type.split('.')[0] as string
  return Type.Object(
    {
      ...Object.fromEntries(plain),
      type: Type.Literal(type),
      data: Type.Object({ ...properties, object }, { title: `${pascal(family)}EventData` }),
    },
    { title: nameOf(type) },
  )
}

const nameOf = (type: string): string => `${pascal(type)}Event`

/** One webhook for each type of event (Standard Webhooks). */
export function webhooksOf(events: readonly EventShape[], schemas: SchemaWriter): Paths {
  return Object.fromEntries(
    events.map((event) => [event.type, { post: webhookOf(event, schemas.answer(event.shape)) }]),
  )
}

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
