// What must hold of all webhooks that came, however often those who sent them died.

import assert from 'node:assert/strict'
import type { Received } from '../receiver.ts'

/** For each object its events come in order; a repetition comes before any later one. */
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

/** A repetition carries the same `webhook-id`, and no other event does. */
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
