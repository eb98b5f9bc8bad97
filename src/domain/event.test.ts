// The catalogue of events compared with the code that records them.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVENT_TYPES, EVENTS } from './event.ts'

const root = join(import.meta.dirname, '..')

/** The event types that features declare when they record events. */
function recorded(): string[] {
  const actions = globSync('features/*/actions*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join()
  const declared = globSync('features/*/events.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(\w+): event\('(\w+\.\w+)'\)/g)])
  const used = declared.filter(([, name = '']) => actions.includes(`vents.${name}`))
  return used.map(([, , type = '']) => type).sort()
}

test('the catalogue has exactly the types that are recorded', () => {
  assert.deepEqual([...EVENT_TYPES], recorded())
})

test('each type is named after its object and described by a sentence', () => {
  for (const type of EVENT_TYPES) {
    const { object, when } = EVENTS[type]
    assert.equal(type.split('.')[0], object)
    assert.match(when, /^[A-Z].*[^.]\.$/, type)
  }
})
