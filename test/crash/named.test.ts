// Every fault point of the code, and the end of every sweep, kills a process in a test of this folder: some in the
// gate, all in `npm run test:crash` and `npm run test:upgrades`.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { FEATURES } from '../../src/app/features.ts'
import { createSweeps, type SweepParts } from '../../src/app/sweeps.ts'
import { FAULTS } from '../../src/platform/faults.ts'

const deaths = globSync('*.test.ts', { cwd: import.meta.dirname })
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .flatMap((text) => [...text.matchAll(/'([a-z_]+\.[a-z]+(?:@[a-z_.]+)?)(?::\d+)?'/g)])
  .map(([, place]) => place)
const source = join(import.meta.dirname, '../../src')
const code = globSync('**/*.ts', { cwd: source }).map((file) =>
  readFileSync(join(source, file), 'utf8'),
)

test('every fault point kills a process in some test', () => {
  const places = new Set(deaths.map((death) => death?.split('@')[0]))
  assert.deepEqual(
    FAULTS.filter((place) => !places.has(place)),
    [],
    'a place at which no test of this folder dies',
  )
})

test('the code passes every fault point', () => {
  assert.deepEqual(
    FAULTS.filter((place) => !code.some((text) => text.includes(`fault('${place}'`))),
    [],
    'a place that FAULTS names and no code passes',
  )
})

test('every sweep is killed after it has done work and before that is recorded', () => {
  // Only the names are read; nothing is run.
  const parts = {
    features: FEATURES,
    mailer: {},
    mailSealer: {},
    config: {},
  } as unknown as SweepParts
  const sweeps = createSweeps(parts).all.map(({ name }) => `sweep.done@${name}`)
  assert.ok(sweeps.includes('sweep.done@emails.send'))
  assert.deepEqual(
    sweeps.filter((place) => !deaths.includes(place)),
    [],
    'a sweep at whose end no test of this folder dies',
  )
})
