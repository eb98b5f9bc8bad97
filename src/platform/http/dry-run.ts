// Dry runs: report the effects of a write without saving them. Every route that writes supports them.

import { type TSchema, Type } from 'typebox'
import { type Answer, type Row, responseText } from '../db/table.ts'
import type { Foreseen } from '../db/work.ts'
import { Refusal } from '../refusal.ts'
import { allows } from '../scope.ts'
import { mediaPreference, preferences } from './preferences.ts'
import { Timestamp } from './shapes.ts'

/** A separate media type, so that a normal write always returns application/json. */
export const DRY_RUN_TYPE = 'application/vnd.reckoner.dry-run+json'

/**
 * True if an Accept header asks for a dry run: its type has a higher weight than JSON, or the same weight while only a
 * range covers JSON. A header that names both equally means the write; clients send that when they list every media
 * type of the reference.
 */
export function asksForDryRun(accept: string | undefined): boolean {
  if (!namesDryRun(accept)) return false
  const listed = preferences(accept)
  const dryRun = mediaPreference(listed, DRY_RUN_TYPE)
  const real = mediaPreference(listed, 'application/json')
  // A range does not request a dry run, and weight 0 refuses it.
  if (dryRun.exactness < 2 || dryRun.weight === 0) return false
  return dryRun.weight > real.weight || (dryRun.weight === real.weight && real.exactness < 2)
}

/** Throws 406 if only a dry run is accepted and `what` has none. */
export function assertNoDryRun(accept: string | undefined, what: string): void {
  if (!namesDryRun(accept)) return
  const listed = preferences(accept).filter(({ weight }) => weight > 0)
  if (listed.length === 0 || listed.some(({ name }) => name !== DRY_RUN_TYPE)) return
  throw new Refusal(
    'not_acceptable',
    `Accept allows only ${DRY_RUN_TYPE}, but ${what} has no dry run. Send Accept: application/json, or omit it.`,
    { param: 'Accept' },
  )
}

function namesDryRun(accept: string | undefined): accept is string {
  return accept?.toLowerCase().includes(DRY_RUN_TYPE) ?? false
}

const DryRunParameter = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Return the changes, events and emails of this write without doing it.',
  }),
)

/** Adds `dry_run` to the query schema of a route that writes. */
export function withDryRun(query: TSchema | undefined): TSchema {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, TSchema> }
  return Type.Object({ ...properties, dry_run: DryRunParameter }, { additionalProperties: false })
}

const ForeseenEvent = Type.Object(
  {
    type: Type.String({ examples: ['invoice.finalized'] }),
    sequence: Type.Integer({ description: 'Its sequence, if no other event is recorded first.' }),
    created_at: Timestamp,
    object_id: Type.String({ description: 'The object it would be about.' }),
    data: Type.Object({
      object: Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), Type.Unknown(), {
        description:
          'The object after the event; only `id` and `object` if you lack the scope that reads it.',
      }),
      previous_attributes: Type.Optional(
        Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), Type.Unknown(), {
          description: 'Previous values of the properties that would change.',
        }),
      ),
    }),
  },
  { title: 'ForeseenEvent' },
)

/** The scope for reading emails. Without it, a dry run shows only that an email would be sent. */
const READS_EMAILS = 'emails:read'

const ForeseenEmail = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        description: `ID; the only property besides \`object\` if you lack \`${READS_EMAILS}\`.`,
      }),
    ),
    object: Type.Optional(Type.Literal('email', { description: 'Likewise.' })),
    kind: Type.Optional(Type.String({ description: 'Kind, as in `GET /v1/emails`.' })),
    to: Type.Optional(Type.String({ description: 'Recipient.' })),
    subject: Type.Optional(Type.String()),
    text: Type.Optional(
      Type.String({ description: 'The text version, if the email is sent manually.' }),
    ),
    html: Type.Optional(
      Type.String({ description: 'The HTML version, if the email is sent manually.' }),
    ),
  },
  { title: 'ForeseenEmail' },
)

/** A warning as clients see it, in a dry run and on a finalized invoice. */
export const warningShape = {
  code: Type.String({ examples: ['seller_address_missing'] }),
  line: Type.Optional(
    Type.Integer({
      description: 'Number of the first affected line; absent if it does not concern a line.',
    }),
  ),
  param: Type.Union([Type.String(), Type.Null()], {
    description: 'How to fix it, such as an account setting.',
  }),
  message: Type.String(),
}
const ForeseenWarning = Type.Object(warningShape, { title: 'ForeseenWarning' })

const ForeseenChange = Type.Object(
  {
    records: Type.String({ description: 'A kind of record.', examples: ['invoices'] }),
    created: Type.Integer({ minimum: 0 }),
    changed: Type.Integer({ minimum: 0 }),
  },
  { title: 'ForeseenChange' },
)

/** Response schema of a dry run of a write that returns `response`. */
export function dryRunOf(response: TSchema): TSchema {
  return Type.Object({
    object: Type.Literal('dry_run'),
    result: response,
    events: Type.Array(ForeseenEvent, { description: 'In order.' }),
    emails: Type.Array(ForeseenEmail, {
      description: `The emails that would be sent; only \`id\` and \`object\` of each if you lack \`${READS_EMAILS}\`.`,
    }),
    changes: Type.Array(ForeseenChange, {
      description: 'How many records of each kind would be created or changed.',
    }),
    warnings: Type.Array(ForeseenWarning, {
      description: 'Problems that do not prevent the write.',
    }),
  })
}

/** The generic dry-run schema, for the reference. */
export const DryRun = dryRunOf(
  Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), Type.Unknown(), {
    description: 'The response of the write.',
  }),
)

/** The response of a write, and its effects. */
export interface DryRunResult extends Foreseen {
  answer: Answer
}

/** The caller that asks for a dry run. */
interface DryRunReader {
  scopes: readonly string[]
  /** `data` of an event as the caller can see it. */
  dataOf(event: Foreseen['events'][number]): string
}

/**
 * Returns the response as JSON text. The result is the object as later reads return it, without its secrets. `texts`
 * holds the bodies of the emails that would be inserted, by row.
 */
export function dryRunJson(
  { scopes, dataOf }: DryRunReader,
  { answer, events, rows, warnings }: DryRunResult,
  texts: ReadonlyMap<Row, { text: string; html: string }> = new Map(),
): string {
  const eventsJson = events.map((event) => {
    const { type, sequence, object_id } = event
    const created_at = new Date(event.created_at).toISOString()
    const head = JSON.stringify({ type, sequence, created_at, object_id }).slice(0, -1)
    return `${head},"data":${dataOf(event)}}`
  })
  const isReader = allows(scopes, READS_EMAILS)
  const emails = rows.flatMap(({ table, row, state }) => {
    const mail = state === 'inserted' && table.mail?.(row)
    if (!mail) return []
    const { id, ...shown } = mail
    if (id !== undefined && !isReader) return { id, object: 'email' }
    return { ...shown, ...texts.get(row) }
  })
  const changes = new Map<string, { records: string; created: number; changed: number }>()
  for (const { table, state } of rows) {
    const count = changes.get(table.name) ?? { records: table.name, created: 0, changed: 0 }
    count[state === 'inserted' ? 'created' : 'changed']++
    changes.set(table.name, count)
  }
  const tail = JSON.stringify({ emails, changes: [...changes.values()], warnings }).slice(1)
  return `{"object":"dry_run","result":${responseText(answer)},"events":[${eventsJson.join(',')}],${tail}`
}
