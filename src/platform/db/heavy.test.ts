// Reads by ID: immediate while responses are small, in turn if recent ones were big.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createHeavy } from './heavy.ts'
import { openPool } from './pool.ts'

const BIG = 520_000
const SMALL = 1_000

/** Reads that end on request, and the names of those that have begun, in order. */
function stage(t: { after(work: () => unknown): void }) {
  const pool = openPool({ host: '/nonexistent' }, { size: 1 })
  t.after(() => pool.end())
  const heavyOf = createHeavy(pool)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const read = (name: string, bytes: number) =>
    heavyOf(Number(name[0])).one(async (report) => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      report(bytes)
      return name
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await setImmediate()
  }
  return { read, end, begun }
}

test('reads by ID run at once until one is big, then two at a time; other environments do not wait', async (t) => {
  const { read, end, begun } = stage(t)
  const all = ['1a', '1b', '1c'].map((name) => read(name, BIG))
  await setImmediate()
  assert.deepEqual(begun, ['1a', '1b', '1c'], 'nobody knows yet that they are big')
  for (const name of ['1a', '1b', '1c']) await end(name)
  all.push(...['1d', '1e', '1f', '2a'].map((name) => read(name, BIG)))
  await setImmediate()
  assert.deepEqual(begun.slice(3), ['2a', '1d', '1e'], 'those of another environment do not wait')
  await end('1d')
  assert.deepEqual(begun.slice(6), ['1f'])
  for (const name of ['1e', '1f', '2a']) await end(name)
  assert.deepEqual(await Promise.all(all), ['1a', '1b', '1c', '1d', '1e', '1f', '2a'])
})

test('an environment whose responses are small again no longer waits', async (t) => {
  const { read, end, begun } = stage(t)
  const first = read('1a', BIG)
  await end('1a')
  await first
  const smalls = Array.from({ length: 30 }, (_, n) => `1s${n}`)
  for (const name of smalls) {
    const one = read(name, SMALL)
    await setImmediate()
    await end(name)
    await one
  }
  const many = ['1x', '1y', '1z'].map((name) => read(name, SMALL))
  await setImmediate()
  assert.deepEqual(begun.slice(-3), ['1x', '1y', '1z'])
  for (const name of ['1x', '1y', '1z']) await end(name)
  await Promise.all(many)
})
