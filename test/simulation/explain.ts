// Searches for an order of concurrent requests and time steps that explains every response and event, using the feed as
// evidence.

import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../client.ts'
import type { Command } from './commands.ts'
import type { End, Seen } from './ends.ts'
import { play } from './model.ts'
import { fallOverdue } from './model-invoices.ts'
import { type Json, type ModelEvent, masked, maskedFormer, type State } from './state.ts'

export interface Sent {
  command: Command
  answer: Answer
}

export interface FeedEvent {
  sequence: number
  type: string
  created_at: string
  data: { object: Json; previous_attributes?: Json }
}

export interface Explanation {
  /** The resulting state; undefined if no order explains the observations. */
  state: State | undefined
  /** The contradiction to the order that came furthest. */
  complaint: string
}

export function explain(state: State, sent: Sent[], events: FeedEvent[]): Explanation {
  const best = { left: Number.POSITIVE_INFINITY, complaint: '' }
  const complain = (left: number, complaint: string) => {
    if (left < best.left) Object.assign(best, { left, complaint })
  }

  function search(before: State, open: Sent[], events: FeedEvent[]): State | undefined {
    if (open.length === 0 && events.length === 0) return before
    const left = open.length + events.length
    const [next] = events
    if (next?.type === 'invoice.overdue') {
      const after = structuredClone(before)
      const happened = fallOverdue(after, String(next.data.object.id), Date.parse(next.created_at))
      const fault = happened ? faultIn(happened, next) : 'That invoice could not fall overdue.'
      const found = fault === undefined ? search(after, open, events.slice(1)) : undefined
      if (found) return found
      if (fault) complain(left, fault)
    }
    if (open.length === 0) complain(left, `Nobody made this event: ${textOf(next)}`)
    for (const one of open) {
      const after = structuredClone(before)
      const end = play(after, one.command, seenIn(one.answer))
      const fault = faultOf(end, one, events)
      if (fault) {
        complain(left, fault)
        continue
      }
      const rest = events.slice(end.events.length)
      const found = search(
        after,
        open.filter((other) => other !== one),
        rest,
      )
      if (found) return found
    }
    return undefined
  }

  return { state: search(state, sent, events), complaint: best.complaint }
}

/** The new ID, and the timestamp of the response. */
function seenIn({ body }: Answer): Seen {
  const { id, object, created_at, updated_at } = body ?? {}
  return {
    id: object === 'customer' ? `cus_${id}` : String(id),
    // A rejected request has no timestamp; if the model would accept it, the ends differ.
    at: Date.parse(updated_at ?? created_at ?? '') || 0,
  }
}

export const endOf = ({ status, body }: Answer): string => (status < 300 ? 'ok' : body.error.code)

/** The difference between a response with its events and the model. */
function faultOf(end: End, { command, answer }: Sent, told: FeedEvent[]): string | undefined {
  const ended = endOf(answer)
  if (ended !== end.end) return `${command.do} ended ${ended}, not ${end.end}.`
  if (ended !== 'ok') return undefined
  const shown = masked(answer.body)
  if (end.shows && !isDeepStrictEqual(shown, end.shows)) {
    return `${command.do} answered otherwise: ${differences(shown, end.shows)}`
  }
  for (const [index, expected] of end.events.entries()) {
    const fault = faultIn(expected, told[index])
    if (fault) return `${command.do}: ${fault}`
  }
  return undefined
}

/** The difference between an event and the expected one. */
function faultIn(expected: ModelEvent, event: FeedEvent | undefined): string | undefined {
  if (!event) return `the event ${expected.type} is missing.`
  if (event.type !== expected.type)
    return `the event ${event.type} stands where ${expected.type} should.`
  const { object, previous_attributes } = event.data
  const shown = masked(object)
  if (!isDeepStrictEqual(shown, expected.object)) {
    return `${event.type} shows otherwise: ${differences(shown, expected.object)}`
  }
  const former = previous_attributes && maskedFormer(previous_attributes)
  const wanted = expected.previous && maskedFormer(expected.previous)
  if (isDeepStrictEqual(former, wanted)) return undefined
  return `${event.type} tells of before ${JSON.stringify(former)}, not ${JSON.stringify(wanted)}.`
}

/** The properties in which two objects differ. */
function differences(is: Json, should: Json): string {
  const names = new Set([...Object.keys(is), ...Object.keys(should)])
  return [...names]
    .filter((name) => !isDeepStrictEqual(is[name], should[name]))
    .map((name) => `${name} is ${JSON.stringify(is[name])}, not ${JSON.stringify(should[name])}`)
    .join('; ')
}

const textOf = (event: FeedEvent | undefined): string =>
  event ? `${event.type} ${JSON.stringify(event.data.object)}` : 'none'
