// A new person who joins two accounts at once: neither request gets a 500, however long one waits for the other.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, owner, PASSWORD } from '../browser-like.ts'
import { world } from '../harness.ts'

const w = await world({ after }, { tampers: true })

test('a new person who joins two accounts at once joins one and is asked to retry the other', async () => {
  const email = 'new@example.com'
  const asker = (await owner(w, 4)).at('2/live')
  const invited = await asker.post('/v1/members', { body: { email, role: 'viewer' } })
  const body = { token: invited.body.link.split('#')[1], password: PASSWORD }
  const redeem = () => browser(w).send('POST', '/session/v1/links/redeem', { body })
  // The other request has just inserted the same person and has not committed yet.
  const other = await w.pool.connect()
  try {
    await other.query('begin')
    await other.query(
      `insert into users (id, email, name, password, created_at, updated_at)
       values (gen_random_uuid(), $1, '', '', now(), now())`,
      [email],
    )
    const answer = await redeem()
    assert.equal(answer.status, 503, answer.text)
    assert.ok(answer.headers['retry-after'])
  } finally {
    await other.query('rollback')
    other.release()
  }
  assert.equal((await redeem()).status, 201)
})
