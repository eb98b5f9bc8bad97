// Checks for sent emails and webhooks: none is lost, and repetitions are identical.

import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import { until } from '../harness.ts'
import type { MailServer } from '../mail-server.ts'
import { headerOf } from '../mime.ts'
import type { Receiver } from '../receiver.ts'
import { assertOrder, assertSameId } from './deliveries.ts'

/** Lease durations in seconds. */
const LEASES = { emails: 240, webhook_deliveries: 30, test_clocks: 10 }
const PATIENCE_MS = 180_000

/** Ends the leases of processes that died at an instant, so that tests need not wait. */
export async function letLeasesRunOut(pool: Pool, diedAtMs: number): Promise<void> {
  for (const [table, seconds] of Object.entries(LEASES)) {
    await pool.query(
      `update ${table} set lease_until = $1
       where lease_token is not null and lease_until <= $1::timestamptz + $2 * interval '1 second'`,
      [new Date(diedAtMs), seconds],
    )
  }
}

/** Waits until every email of environment 2 was sent, each under one Message-ID. */
export async function assertMailed(pool: Pool, { received }: MailServer): Promise<number> {
  const find = async () =>
    (
      await pool.query<{ message_id: string; status: string }>(
        'select message_id, status from emails where environment_id = 2',
      )
    ).rows
  await until(
    'every mail to be sent',
    async () => (await find()).every(({ status }) => status !== 'pending'),
    PATIENCE_MS,
  )
  const mails = await find()
  const came = new Set(received.map(({ mime }) => headerOf(mime, 'message-id').slice(1, -1)))
  for (const { message_id, status } of mails) {
    // An email about an invoice that was paid first is canceled.
    assert.match(status, /^(sent|canceled)$/)
    assert.ok(status === 'canceled' || came.has(message_id), `${message_id} did not come`)
  }
  const known = new Set(mails.map(({ message_id }) => message_id))
  assert.deepEqual([...came.difference(known)], [], 'nothing came that was not written')
  return mails.length
}

/** Waits until every invoice event of environment 1 was delivered, in order and each under one ID. */
export async function assertDelivered(pool: Pool, receiver: Receiver): Promise<number> {
  const { rows } = await pool.query<{ sequence: number }>(
    `select sequence from events where environment_id = 1 and starts_with(type, 'invoice.')
     order by sequence`,
  )
  const missing = () => {
    const came = new Set(receiver.received.map(({ event }) => event.sequence))
    return rows.filter(({ sequence }) => !came.has(sequence))
  }
  await until('every webhook', () => missing().length === 0, PATIENCE_MS).catch(() => undefined)
  assert.deepEqual(missing(), [], 'never delivered')
  assertOrder(receiver.received, ({ event }) => event.data.object.id)
  assertSameId(receiver.received)
  return rows.length
}
