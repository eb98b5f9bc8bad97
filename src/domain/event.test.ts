// The catalogue of events compared with the code that records them.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVENT_TYPES, EVENTS } from './event.ts'

const root = join(import.meta.dirname, '..')

/** The event types of resources whose feature declares them, and that an action records. */
function recorded(): readonly string[] {
  const actions = globSync('features/*/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join()
  const declared = globSync('features/*/{record,store}.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/eventsOf\('(\w+)'\)/g)].map(([, object]) => object))
  return EVENT_TYPES.filter((type) => {
    const [object, name] = type.split('.')
    return declared.includes(object) && actions.includes(`vents.${name}`)
  })
}

test('the catalogue has exactly the types that are recorded', () => {
  assert.deepEqual(recorded(), EVENT_TYPES)
})

test('each type is named after its object and described by a sentence', () => {
  for (const type of EVENT_TYPES) {
    const { object, when } = EVENTS[type]
    assert.equal(type.split('.')[0], object)
    assert.match(when, /^[A-Z].*[^.]\.$/, type)
  }
})
