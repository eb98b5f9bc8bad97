// The messages of the audit log: every operation that writes has one, and no message is left over.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { COMMAND_ACTIONS, PERSON_ACTIONS, USUAL_ACTIONS } from '../src/domain/audit-actions.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
// The file is browser code, so it is read as text. tsc checks that both languages have the same keys.
const [, english = ''] =
  /const en = \{\n([^}]*)\n\}/.exec(read('web/src/pages/audit-log/action-messages.ts')) ?? []
const own = [...english.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
const worded = new Set([...own, ...Object.keys(USUAL_ACTIONS)])

interface Document {
  paths: Record<string, Record<string, { operationId?: string }>>
}

test('every operation that writes, and every other action, has a message', () => {
  const { paths } = JSON.parse(read('openapi.json')) as Document
  const writes = Object.values(paths)
    .flatMap((methods) => Object.entries(methods))
    .flatMap(([method, { operationId }]) => (method !== 'get' && operationId ? [operationId] : []))
  assert.ok(writes.length >= 40, `${writes.length} operations write`)
  const wanted = new Set<string | undefined>([...writes, ...PERSON_ACTIONS, ...COMMAND_ACTIONS])
  assert.deepEqual([...wanted].sort(), [...worded].sort())
})
