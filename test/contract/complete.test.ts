// Every promise has a test: a row that no test names fails here.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROWS } from './rows.ts'

const root = join(import.meta.dirname, '../..')
const texts = globSync('{src,test}/**/*.test.ts', { cwd: root }).map((path) =>
  readFileSync(join(root, path), 'utf8'),
)

test('every row of the specification and every sentence of the contract has a test', () => {
  const untested = Object.keys(ROWS).filter(
    (key) => !texts.some((text) => text.includes(`'${key}'`)),
  )
  assert.deepEqual(untested, [])
})
