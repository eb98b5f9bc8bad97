// The working set of a batch, in memory: a member's changes count once it is accepted, and an update
// records what changed.

import assert from 'node:assert/strict'
import test from 'node:test'
import { boxes, type Thing, things } from '../../../test/things.ts'
import type { Environment, NamedRow } from './table.ts'
import { Work, WorkingSet } from './work.ts'

interface Note extends Omit<Thing, 'box_id'> {
  updated_at: number
  tag?: string
  /** Clients do not see it. */
  hidden: boolean
}

const NOW = Date.UTC(2026, 0, 1)
const AHEAD = 86_400_000
const thing: Thing = { environment_id: 1, id: 1, box_id: 1, value: 5 }

function makeSet(): WorkingSet<Environment> {
  const set = new WorkingSet<Environment>()
  const counters = { event_sequence: 7, products_count: 1 }
  const chain = { link: 0, hash: '', isGenuine: true }
  set.environments.set(1, { environment_id: 1, clock_ahead_ms: AHEAD, counters, chain })
  set.load(things, [thing])
  return set
}

/** A member that named things 1 to 3. */
const named = [1, 2, 3].map((id) => ({ table: things, id }))
const member = (set: WorkingSet<Environment>, more: readonly NamedRow[] = []) =>
  new Work(set, 1, NOW, { ifMatch: undefined, keepsCurrent: false, named: [...named, ...more] })

test('business time is wall time plus the lead of the environment', () =>
  assert.equal(member(makeSet()).now, NOW + AHEAD))

test('a member sees its own changes at once, and others see them once it is accepted', () => {
  const set = makeSet()
  const first = member(set)
  first.update(things, { ...thing, value: 6 })
  first.insert(things, { ...thing, id: 2 })
  first.record({ type: 'thing.put' }, { id: 'thing_2', customer_id: 7 }, '{}')
  assert.equal(first.find(things, 1)?.value, 6)
  const blind = member(set)
  assert.deepEqual([blind.find(things, 1)?.value, blind.find(things, 2)], [5, undefined])
  assert.equal(set.events.length, 0)

  first.accept()
  const second = member(set)
  assert.deepEqual([second.find(things, 1)?.value, second.find(things, 2)?.value], [6, 5])
  second.record({ type: 'thing.put' }, { id: 'thing_3' }, '{}')
  second.accept()
  assert.deepEqual(
    set.events.map(({ sequence, object_id, customer_id }) => [sequence, object_id, customer_id]),
    [
      [8, 'thing_2', 7],
      [9, 'thing_3', null],
    ],
  )
  const counters = set.environments.get(1)?.counters
  assert.deepEqual(counters, { event_sequence: 9, products_count: 2 })
})

test('a row inserted and then changed in one batch is inserted once, in its final state', () => {
  const set = makeSet()
  const first = member(set)
  first.insert(things, { ...thing, id: 2 })
  first.accept()
  const second = member(set)
  second.update(things, { ...thing, id: 2, value: 9 })
  second.update(things, { ...thing, id: 2, value: 10 })
  second.update(things, { ...thing, value: 1 })
  second.accept()
  assert.deepEqual(set.changed(things, 'inserted'), [{ ...thing, id: 2, value: 10 }])
  assert.deepEqual(set.changed(things, 'updated'), [{ ...thing, value: 1 }])
  assert.deepEqual(set.changed(boxes, 'updated'), [])
})

test('rows of other environments and rows that were not locked are not visible', () => {
  const set = makeSet()
  set.load(things, [{ ...thing, environment_id: 2, id: 3 }])
  const work = member(set)
  assert.equal(work.find(things, 3), undefined)
  assert.throws(() => work.update(things, { ...thing, id: 3 }), /things 3 was not locked/)
})

test('an environment without counters violates an invariant', () =>
  assert.throws(
    () => new Work(makeSet(), 9, NOW, { ifMatch: undefined, keepsCurrent: false, named }),
    /Environment 9/,
  ))

test('a row that stops counting is subtracted from the counter once', () => {
  const set = makeSet()
  const table = {
    ...things,
    count: { counter: 'products_count', counts: (row: Thing) => row.value > 0 },
  }
  const work = member(set)
  work.update(table, { ...thing, value: 0 })
  work.update(table, { ...thing, value: 0 })
  work.accept()
  assert.equal(set.environments.get(1)?.counters.products_count, 0)
})

const note: Note = { environment_id: 1, id: 1, value: 5, updated_at: 1, hidden: false }
const notes = { ...things, name: 'notes', owners: undefined, count: undefined } as never
const present = ({ hidden: _, ...seen }: Note) => JSON.stringify(seen)

/** The effects of a change of the note: its response, the saved rows and the recorded events. */
function changed(after: Partial<Note>, before: Note = note) {
  const set = makeSet()
  set.load(notes, [before])
  const work = member(set, [{ table: notes, id: 1 }])
  const change = { table: notes, before, after: { ...before, ...after }, present }
  const { json } = work.change({ type: 'note.updated' }, { id: 'note_1' }, change as never)
  work.accept()
  return { answer: JSON.parse(json), saved: set.changed(notes, 'updated'), events: set.events }
}

test('a change is saved and recorded with the former values of what changed', () => {
  const { answer, saved, events } = changed({ value: 6, updated_at: 2 })
  assert.equal(answer.value, 6)
  assert.deepEqual(saved, [{ ...note, value: 6, updated_at: 2 }])
  assert.equal(events.length, 1)
  assert.equal(events[0]?.object, JSON.stringify(answer))
  assert.deepEqual(JSON.parse(events[0]?.previous_attributes ?? ''), { value: 5, updated_at: 1 })
})

test('a property that was absent has the former value null, and a removed one is recorded', () => {
  const added = changed({ tag: 'x' }).events[0]?.previous_attributes
  assert.deepEqual(JSON.parse(added ?? ''), { tag: null })
  const gone = changed({ tag: undefined } as never, { ...note, tag: 'x' }).events[0]
  assert.deepEqual(JSON.parse(gone?.previous_attributes ?? ''), { tag: 'x' })
})

test('a change without effect is not recorded, and keeps the time of the last one', () => {
  const { answer, events } = changed({ value: 5, updated_at: 2 })
  assert.deepEqual([answer.updated_at, events], [1, []])
})

test('a change that no client sees is still saved', () => {
  const { saved, events } = changed({ hidden: true, updated_at: 2 })
  assert.deepEqual([saved, events], [[{ ...note, hidden: true }], []])
})

test('If-Match with another version is refused before anything is done', () => {
  const options = { ifMatch: '"another"', keepsCurrent: false, named }
  const work = new Work(makeSet(), 1, NOW, options)
  assert.throws(() => work.assertMatch(() => '{}'), { code: 'precondition_failed' })
})

test('without If-Match the object is presented only if its current state is needed', () => {
  let calls = 0
  const current = () => {
    calls += 1
    return '{}'
  }
  member(makeSet()).assertMatch(current)
  assert.equal(calls, 0)
  const work = new Work(makeSet(), 1, NOW, { ifMatch: undefined, keepsCurrent: true, named })
  work.assertMatch(current)
  assert.deepEqual([calls, work.currentJson], [1, '{}'])
})

test('a change presents the object twice, before and after', () => {
  const set = makeSet()
  set.load(notes, [note])
  let presented = 0
  const counted = (row: Note) => {
    presented += 1
    return present(row)
  }
  const after = { ...note, value: 6, updated_at: 2 }
  const change = { table: notes, before: note, after, present: counted }
  member(set, [{ table: notes, id: 1 }]).change(
    { type: 'note.updated' },
    { id: 'note_1' },
    change as never,
  )
  assert.equal(presented, 2)
})
