// Fault points: a process dies at the named place, the nth time, and nowhere else.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { FAULTS } from './faults.ts'

const faults = join(import.meta.dirname, 'faults.ts')

/** Runs `passes` through two places in a child process; returns its exit signal and its output. */
function run(setting: string, passes: number): { signal: string | null; said: string } {
  const script = `
    const { fault } = await import(${JSON.stringify(faults)})
    for (let pass = 1; pass <= ${passes}; pass++) {
      fault('write.begun')
      process.stdout.write(String(pass))
      fault('sweep.done', pass % 2 ? 'odd' : 'even')
      fault('write.saved')
    }`
  const env = { ...process.env, RECKONER_FAULT: setting }
  const { signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  })
  return { signal, said: stdout }
}

const cases: [setting: string, signal: string | null, said: string][] = [
  ['', null, '123'],
  ['write.begun', 'SIGKILL', ''],
  ['write.saved', 'SIGKILL', '1'],
  ['write.saved:2', 'SIGKILL', '12'],
  ['write.begun:3', 'SIGKILL', '12'],
  ['write.saved:4', null, '123'],
  ['write.claimed', null, '123'],
  ['sweep.done:2', 'SIGKILL', '12'],
  ['sweep.done@even', 'SIGKILL', '12'],
  ['sweep.done@odd:2', 'SIGKILL', '123'],
  ['sweep.done@neither', null, '123'],
]

for (const [setting, signal, said] of cases) {
  test(`RECKONER_FAULT=${setting} ends three passes with ${signal ?? 'success'}`, () =>
    assert.deepEqual(run(setting, 3), { signal, said }))
}

test('every listed place appears once in the code', () => {
  const sources = globSync('src/**/*.ts', { cwd: join(import.meta.dirname, '../..') })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8'))
  const placed = sources.flatMap((text) => [...text.matchAll(/\bfault\('([^']+)'[,)]/g)])
  assert.deepEqual(placed.map(([, name]) => name).sort(), [...FAULTS].sort())
})
