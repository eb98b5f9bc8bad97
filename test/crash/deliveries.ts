// Checks for all received webhooks, however often their senders died.

import assert from 'node:assert/strict'
import type { Received } from '../receiver.ts'

/** Checks the order of events per object; a repetition must come before any later event. */
export function assertOrder(received: Received[], objectOf: (received: Received) => string): void {
  const last = new Map<string, number>()
  for (const each of received) {
    const { sequence } = each.event
    const object = objectOf(each)
    const before = last.get(object) ?? 0
    assert.ok(sequence >= before, `${sequence} of ${object} came after ${before}`)
    last.set(object, sequence)
  }
}

/** Checks that a repetition has the same `webhook-id` and no other event has it. */
export function assertSameId(received: Received[]): void {
  const ids = new Map<string, number>()
  for (const { event, headers } of received) {
    const id = String(headers['webhook-id'])
    assert.equal(id, event.id)
    assert.equal(ids.get(id) ?? event.sequence, event.sequence)
    ids.set(id, event.sequence)
  }
  assert.equal(ids.size, new Set(received.map(({ event }) => event.sequence)).size)
}
