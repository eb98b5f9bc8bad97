// The API route of an invoice's timeline, oldest first.

import type { Pool } from 'pg'
import { billingError, quoted } from '../../domain/errors.ts'
import { listReply } from '../../platform/http/list.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { ListOf } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import { allows, labelFor, type Scope } from '../../platform/scope.ts'
import { findEvent, isCut, type StoredEvent } from '../events/store.ts'
import { idInPath, inPath } from '../identifiers.ts'
import { invoiceIds } from '../invoices/record.ts'
import { findInvoices } from '../invoices/store.ts'
import { findEmail } from '../outbox/store.ts'
import type { Service } from '../service.ts'
import { eventItem, mailItem, TimelineItem, TimelineList } from './schemas.ts'
import {
  afterEvent,
  afterMail,
  BEGINNING,
  findInvolved,
  listActors,
  listHistory,
  listMails,
  type Position,
  type RecordedActor,
} from './store.ts'

/** The start of a page. Throws `parameter_invalid` for an ID that is neither an event nor an email of the invoice. */
async function positionOf(
  pool: Pool,
  environmentId: number,
  cursor: string | undefined,
): Promise<Position> {
  if (cursor === undefined) return BEGINNING
  const eventId = decodeId('evt', cursor)
  const event = eventId && (await findEvent(pool, environmentId, eventId))
  if (event) return afterEvent(event)
  const mailId = decodeId('eml', cursor)
  const mail = mailId && (await findEmail(pool, { environment_id: environmentId, id: mailId }))
  if (mail) return afterMail(mail)
  throw billingError(
    'parameter_invalid',
    `starting_after is ${quoted(cursor)}, which is not an item of a timeline. Use the ID of the last item you have.`,
    { param: 'starting_after' },
  )
}

/** The next items as JSON texts; at the same instant, events come before emails. */
async function readItems(
  pool: Pool,
  { scope, id }: { scope: Scope; id: string },
  from: Position,
  most: number,
): Promise<{ items: string[]; wasCut: boolean }> {
  const { environment_id } = scope
  const refs = await findInvolved(pool, environment_id, id)
  const [events, mails] = await Promise.all([
    listHistory(pool, environment_id, refs, from, most),
    listMails(pool, environment_id, id, from, most),
  ])
  const actorOf = allows(scope.scopes, 'audit_log:read')
    ? await findActors(pool, scope, refs, events)
    : () => undefined
  const items: string[] = []
  const wasCut = isCut(events)
  while (items.length < most) {
    // The next item is among the events that were left for the next page.
    if (wasCut && events.length === 0) break
    const [event, mail] = [events[0], mails[0]]
    if (event && !(mail && mail.created_at < event.created_at)) {
      items.push(eventItem(scope, event, actorOf(event)))
      events.shift()
    } else if (mail) {
      items.push(mailItem(scope, mail))
      mails.shift()
    } else break
  }
  return { items, wasCut }
}

/** Finds the actor whose request recorded an event. */
async function findActors(
  pool: Pool,
  scope: Scope,
  refs: string[],
  events: StoredEvent[],
): Promise<(event: StoredEvent) => RecordedActor | undefined> {
  const [first, last] = [events[0]?.sequence, events.at(-1)?.sequence]
  if (first === undefined || last === undefined) return () => undefined
  const found = await listActors(pool, scope.environment_id, refs, { first, last })
  const writes = found.map((each) => ({ ...each, actor_label: labelFor(scope, each) }))
  return ({ sequence }) =>
    writes.find((each) => each.first_sequence <= sequence && sequence <= each.last_sequence)
}

export const timelineRoutes: Route<Service>[] = [
  route({
    method: 'GET',
    path: '/invoices/:id/timeline',
    params: inPath(invoiceIds),
    operation: 'listInvoiceTimeline',
    summary: 'List the timeline of an invoice',
    description:
      'Events of the invoice, its payments, credit notes and credit, and its emails with their status, oldest first.',
    tag: 'Invoices',
    permission: 'invoices:read',
    query: TimelineList,
    response: ListOf(TimelineItem),
    errors: ['resource_missing'],
    example: { summary: 'The first items', query: { limit: '3' } },
    async handle({ scope, params, query }, service: Service) {
      const id = idInPath(invoiceIds, { params })
      const { environment_id } = scope
      const [invoice] = await findInvoices(service.pool, [{ environment_id, id }])
      if (!invoice) throw invoiceIds.missing(invoiceIds.ref(id))
      const { limit = 20, starting_after } = query
      const from = await positionOf(service.pool, environment_id, starting_after)
      const { items, wasCut } = await readItems(service.pool, { scope, id }, from, limit + 1)
      const has_more = wasCut || items.length > limit
      const page = { has_more, total_count: null, limit, offset: 0 }
      return listReply(`/v1/invoices/${invoiceIds.ref(id)}/timeline`, page, items.slice(0, limit))
    },
  }),
]
