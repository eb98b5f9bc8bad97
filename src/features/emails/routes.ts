// The mails of the API.

import type { Pool } from 'pg'
import { parseCustomerId } from '../../domain/customer.ts'
import { billingError } from '../../domain/errors.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { all, plain, text } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { decodeId } from '../../platform/ids.ts'
import { findEmail, findEmails } from '../outbox/store.ts'
import { createFindIssued, textsOf } from './actions-issued.ts'
import {
  Email,
  EmailList,
  EmailPath,
  EmailWithTexts,
  emailJson,
  emailWithTextsJson,
  parseEmailId,
} from './schemas.ts'

const tag = 'Mails'

export interface EmailRouteParts {
  pool: Pool
  publicUrl(): string
}

export function emailRoutes(parts: EmailRouteParts): Route[] {
  return [...listed(parts.pool), retrieveRoute(parts)]
}

const listed = (pool: Pool) =>
  listRoutes({
    pool,
    path: '/emails',
    operation: 'listEmails',
    summary: 'List mails',
    description: 'Without their texts.',
    tag,
    permission: 'emails:read',
    query: EmailList,
    item: Email,
    example: { summary: 'The outbox', query: { status: 'outbox' } },
    columns: [
      ...all(plain, 'id', 'kind', 'status', 'invoice_id', 'customer_id'),
      ...all(text, 'to', 'from', 'from_name', 'reply_to', 'subject'),
      ...all(plain, 'language', 'attempts_made', 'next_attempt_at'),
      text('last_error'),
      ...all(plain, 'sent_at', 'created_at'),
    ],
    source: ({ query }) => ({
      table: 'emails',
      filters: filtersOf(query),
      counter: 'emails_count',
      decodeCursor: parseEmailId,
    }),
    find: (keys) => findEmails(pool, keys),
    json: emailJson,
  })

function filtersOf(query: EmailList): Sql[] {
  const filters: Sql[] = []
  if (query.status !== undefined) filters.push(sql`status = ${query.status}`)
  if (query.kind !== undefined) filters.push(sql`kind = ${query.kind}`)
  if (query.invoice_id !== undefined) {
    filters.push(sql`invoice_id = ${decodeId('inv', query.invoice_id)}`)
  }
  if (query.customer_id !== undefined) {
    filters.push(sql`customer_id = ${parseCustomerId(query.customer_id)}`)
  }
  return filters
}

const retrieveRoute = ({ pool, publicUrl }: EmailRouteParts) => {
  const findIssued = createFindIssued(pool)
  return route({
    method: 'GET',
    path: '/emails/:id',
    params: EmailPath,
    operation: 'retrieveEmail',
    summary: 'Retrieve a mail with its texts',
    description: 'As it was sent, or as it would be sent now.',
    tag,
    permission: 'emails:read',
    response: EmailWithTexts,
    errors: ['resource_missing'],
    async handle(call) {
      const { environment_id, mode } = call.scope
      const ref = String(call.params.id)
      const id = parseEmailId(ref)
      const email = id && (await findEmail(pool, { environment_id, id }))
      if (!email) throw emailMissing(ref)
      const { text, html } = email
      if (text !== null && html !== null) {
        return { json: emailWithTextsJson(email, { text, html }), etag: true }
      }
      const issued = await findIssued({ environment_id, id: email.invoice_id })
      if (!issued) throw emailMissing(ref)
      const texts = textsOf(email, issued, { mode, publicUrl: publicUrl(), attached: true })
      return { json: emailWithTextsJson(email, texts), etag: true }
    },
  })
}

function emailMissing(ref: string) {
  return billingError(
    'resource_missing',
    `There is no mail ${JSON.stringify(ref.slice(0, 60))} in this environment.`,
  )
}
