// SECURITY.md: each promise names an existing test.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const [, table = ''] = text.split('| promise | tried by |')
const promises = table.split('\n').filter((line) => line.startsWith('| ') && line.includes(']('))

for (const line of promises) {
  const [promise = '', tests = ''] = line.slice(2).split(' | ')
  test(promise, () => {
    let named = 0
    for (const part of tests.split(/(?=\[[^\]]+\]\()/)) {
      const [, file] = /\]\(([^)]+\.test\.ts)\)/.exec(part) ?? []
      if (!file) continue
      const source = readFileSync(join(root, file), 'utf8')
      for (const [, title = ''] of part.matchAll(/"([^"]+)"/g)) {
        named++
        assert.ok(source.includes(title), `${file} has no test "${title}"`)
      }
    }
    assert.ok(named > 0, 'it names a test')
  })
}

test('SECURITY.md contains promises', () => assert.ok(promises.length > 20, `${promises.length}`))
