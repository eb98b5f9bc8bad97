// Turns: limits in total and per group, fairness, timeouts, and a bounded queue.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Turns } from './turns.ts'

const OPTIONS = {
  most: 3,
  each: 2,
  waiting: 4,
  patienceMs: 60_000,
  refusal: 'Too many.',
  retrySeconds: 5,
}

/** Takes turns for groups, and records which have begun, in order. */
function stage(options = OPTIONS) {
  const turns = new Turns(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (name: string) =>
    turns.take(Number(name[0])).then((end) => {
      begun.push(name)
      ends.set(name, end)
    })
  return { take, begun, end: (name: string) => ends.get(name)?.() }
}

test('no more turns start than the limits allow, in total and per group', async () => {
  const { take, begun, end } = stage()
  for (const name of ['1a', '1b', '1c', '2a', '3a']) void take(name)
  await setImmediate()
  assert.deepEqual(begun, ['1a', '1b', '2a'])
  end('2a')
  await setImmediate()
  assert.deepEqual(begun.slice(3), ['3a'], 'a third of the same group waits while others come')
  end('1a')
  end('1a')
  await setImmediate()
  assert.deepEqual(begun.slice(4), ['1c'], 'a turn ends once')
})

test('waiting groups take turns, however many requests one of them has sent', async () => {
  const { take, begun, end } = stage({ ...OPTIONS, most: 1, each: 1 })
  for (const name of ['1a', '1b', '1c', '2a', '3a', '2b']) void take(name)
  for (let count = 0; count < 6; count++) {
    await setImmediate()
    end(begun.at(-1) as string)
  }
  assert.deepEqual(begun, ['1a', '1b', '2a', '3a', '1c', '2b'])
})

test('a request that waits too long, or behind too many of its group, is refused with a retry time', async () => {
  const { take, begun, end } = stage({ ...OPTIONS, patienceMs: 20, each: 1, waiting: 1 })
  await take('1a')
  const waiting = take('1b')
  const refusal = { code: 'unavailable', message: 'Too many.', headers: { 'retry-after': '5' } }
  await assert.rejects(take('1c'), refusal)
  await take('2a')
  await assert.rejects(waiting, refusal)
  end('1a')
  await take('1d')
  assert.deepEqual(begun, ['1a', '2a', '1d'], 'who has left is not called')
})
