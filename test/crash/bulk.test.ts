// Kills processes that run the same bulk invoices at every step of the write path, one after the other, until the run
// completes: each invoice is created once, numbers have no gap, and the books balance.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import test, { after } from 'node:test'
import { verify } from '../../src/app/verify.ts'
import { createCustomer } from '../../src/features/customers/actions.ts'
import { commandOf, laneOn } from '../bulk-world.ts'
import { INHERITED } from '../process.ts'
import { EVERY, partOf } from './deaths.ts'
import { install } from './lives.ts'

const COUNT = EVERY ? 700 : 300
/** Mostly in the second chunk. The gate tries two. */
const PLACES = partOf(
  [
    ...['write.claimed:2', 'write.locked:2', 'write.counted:2', 'write.decided:3'],
    ...['write.saved:2', 'write.committing:2', 'write.committed:2'],
  ],
  4,
)

const { pool, url } = await install({ after })
const lane = laneOn(pool)
for (const id of [1, 2, 3]) {
  const input = { id, name: `Customer ${id}`, email: 'billing@example.com' }
  await lane.submit(commandOf(createCustomer as never, 1, input))
}

/** Runs the invoices in a separate process; returns how many were created and how it ended. */
async function live(fault?: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bulk-run.ts'), String(COUNT)], {
    env: { ...INHERITED, DATABASE_URL: url, ...(fault && { RECKONER_FAULT: fault }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[, signal], out] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  return { signal, done: Number(out) }
}

const made = async () =>
  (await pool.query('select count(*)::int as count from invoices')).rows[0].count as number

for (const place of PLACES) {
  test(`a run killed at ${place} is completed by later runs`, async () => {
    const before = await made()
    const { signal } = await live(place)
    assert.equal(signal, 'SIGKILL', `it came to ${place}`)
    const after = await made()
    assert.equal(after % 50, 0, 'chunks are done whole or not at all')
    assert.ok(after >= before && after < COUNT)
  })
}

test('two processes complete the rest, and each invoice is created once', async () => {
  const lives = await Promise.all([live(), live(), ...(EVERY ? [live('write.committed')] : [])])
  assert.deepEqual(
    lives.slice(0, 2).map(({ done }) => done),
    [COUNT, COUNT],
  )
  const { rows } = await pool.query(
    `select count(*)::int as count, count(distinct number)::int as numbers, max(number) as last,
       (select count(*)::int from idempotency_keys) as keys from invoices`,
  )
  assert.deepEqual(rows, [{ count: COUNT, numbers: COUNT, last: `INV-000${COUNT}`, keys: COUNT }])
  const { clean, checks } = await verify(pool)
  assert.ok(clean, JSON.stringify(checks.filter(({ differences }) => differences > 0)))
})
