// The common parts of routes that send a document by email: their fields, and the texts in a dry run.

import { Type } from 'typebox'
import type { Row } from '../../platform/db/table.ts'
import { type DryRunResult, dryRunJson } from '../../platform/http/dry-run.ts'
import type { Call } from '../../platform/http/route.ts'
import { Lines } from '../../platform/http/shapes.ts'
import { eventDataFor } from '../events/json.ts'
import { type Email, emails } from '../outbox/record.ts'
import type { Service } from '../service.ts'

const Address = (description: string) =>
  Type.String({
    format: 'email',
    minLength: 1,
    maxLength: 254,
    description,
    examples: ['accounts@example.com'],
  })

export const sendingFields = {
  to: Type.Optional(Address("Recipient. Default: the customer's email.")),
  cc: Type.Optional(
    Type.Array(Address('An email address.'), { maxItems: 5, description: 'Recipients of a copy.' }),
  ),
  message: Type.Optional(Lines(2000, 'Message above the text of the email.')),
}

/** Adds to a dry run the email, written by the function that writes sent mails; its link is that of the result. */
export async function withTexts<Reply extends { foreseen?: DryRunResult | undefined }>(
  service: Service,
  scope: Call['scope'],
  reply: Reply,
): Promise<Reply | (Reply & { json: string })> {
  const { foreseen } = reply
  if (!foreseen) return reply
  const { scopes } = scope
  const texts = new Map<Row, { text: string; html: string }>()
  for (const { table, row } of foreseen.rows) {
    if (table.name !== emails.name) continue
    const written = await service.emailTexts(scope, row as Row & Email)
    if (written) texts.set(row, written)
  }
  const dataOf = {
    scopes,
    dataOf: (event: Parameters<typeof eventDataFor>[1]) => eventDataFor(scopes, event),
  }
  return { ...reply, json: dryRunJson(dataOf, foreseen, texts) }
}
