// The sentences in the timeline of a subscription about changes of its items.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appliedChanges, type ItemWords, scheduledChange } from '../web/src/text/item-changes.ts'

const words: ItemWords = {
  item: 'an item',
  added: (name, quantity) => `+ ${quantity} ${name}`,
  removed: (name) => `- ${name}`,
  replaced: (before, after) => `${before} → ${after}`,
  repriced: (name) => `${name} repriced`,
  quantity: (name, before, after) => `${name} ${before} → ${after}`,
}
const format = { number: String, day: (instant: string) => instant.slice(0, 10) }
const names: Record<string, string> = { prod_t: 'Team', prod_b: 'Business', prod_s: 'Seats' }
const nameOf = (id: string) => names[id]
const item = (id: string, product: string, quantity = 1, price_id = `price_${product}`) => ({
  ...{ id, price_id, product_id: `prod_${product}`, quantity },
})

test('an event says which items a change replaced, added, removed and repriced', () => {
  const before = [item('a', 't'), item('b', 's', 3), item('c', 's', 2), item('d', 't')]
  const items = [item('a', 'b'), item('b', 's', 5), item('d', 't', 1, 'price_u'), item('e', 'x', 4)]
  const event = { object: { items }, previous_attributes: { items: before } }
  assert.equal(
    appliedChanges(words, format, event, nameOf),
    'Team → Business, Seats 3 → 5, Team repriced, + 4 an item, - Seats',
  )
  assert.equal(appliedChanges(words, format, { object: { items } }, nameOf), '')
})

test('an event says which change it scheduled, for which day', () => {
  const at = '2027-07-01T00:00:00.000Z'
  const known = { id: 'sch_1', at, items: [{ id: 'a', quantity: 2 }] }
  const added = {
    ...known,
    id: 'sch_2',
    items: [
      { id: 'a', remove: true },
      { id: 'b', quantity: 7 },
    ],
  }
  const object = { items: [item('a', 't'), item('b', 's', 3)], scheduled_changes: [known, added] }
  const event = { object, previous_attributes: { scheduled_changes: [known] } }
  assert.deepEqual(scheduledChange(words, format, event, nameOf), {
    day: '2027-07-01',
    changes: 'Seats 3 → 7, - Team',
  })
})
