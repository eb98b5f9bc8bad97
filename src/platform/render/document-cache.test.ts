// The document cache: shared rendering, bounded size, and failures that are not repeated at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DocumentCache } from './document-cache.ts'

const never = () => false

test('concurrent requests get the same document, rendered once', async () => {
  const cache = new DocumentCache<string>({ bytesMax: 100, failureMs: 1 }, (made) => made.length)
  let made = 0
  const make = () => Promise.resolve(`made ${++made}`)
  const pdfs = await Promise.all([cache.get('a', make, never), cache.get('a', make, never)])
  assert.deepEqual(pdfs, ['made 1', 'made 1'])
  assert.equal(await cache.get('b', make, never), 'made 2')
})

test('the least recently used document is evicted first, and the size stays within its limit', async () => {
  const cache = new DocumentCache<string>({ bytesMax: 10, failureMs: 1 }, (made) => made.length)
  const made: string[] = []
  const ask = (key: string) =>
    cache.get(key, () => Promise.resolve(`${made.push(key)}`.padEnd(4)), never)
  await ask('a')
  await ask('b')
  await ask('a')
  await ask('c')
  assert.equal(cache.bytes, 8)
  await ask('a')
  await ask('c')
  await ask('b')
  assert.deepEqual(made, ['a', 'b', 'c', 'b'])
})

test('a failure of the document itself is cached for a while, others are not', async () => {
  let now = 0
  let tries = 0
  const cache = new DocumentCache<string>(
    { bytesMax: 10, failureMs: 60_000 },
    (made) => made.length,
    () => now,
  )
  const ask = (lasts: boolean) =>
    cache.get(
      'a',
      () => Promise.reject(new Error(`try ${++tries}`)),
      () => lasts,
    )
  await assert.rejects(ask(false), /try 1/)
  await assert.rejects(ask(true), /try 2/)
  now = 59_999
  await assert.rejects(ask(true), /try 2/)
  now = 60_000
  await assert.rejects(ask(true), /try 3/)
})
