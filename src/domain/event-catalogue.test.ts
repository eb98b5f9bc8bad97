// The catalogue of events against the code that records them.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EVENT_TYPES, EVENTS } from './event-catalogue.ts'
import { TEST_EVENT } from './webhook.ts'

const root = join(import.meta.dirname, '..')

/** Whatever the actions of features hand to `record`, `change`, or what calls these. */
function recorded(): string[] {
  const found = globSync('features/*/actions*.ts', { cwd: root })
    // What verification knows of events it reads, and records none.
    .filter((file) => !file.includes('verification'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\b(?:record|change\w*)\(([^{}()]*)/g)])
    .flatMap(([, argument = '']) => [...argument.matchAll(/'(\w+\.\w+)'/g)])
    .map(([, type = '']) => type)
  return [...new Set([...found, TEST_EVENT])].sort()
}

test('the catalogue has every type that is recorded, and no other', () => {
  assert.deepEqual([...EVENT_TYPES], recorded())
})

test('each type is named after its object and described by a sentence', () => {
  for (const type of EVENT_TYPES) {
    const { object, when } = EVENTS[type]
    assert.equal(type.split('.')[0], object)
    assert.match(when, /^[A-Z].*[^.]\.$/, type)
  }
})
