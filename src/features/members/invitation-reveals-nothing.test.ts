// An invitation does not reveal whether an address already has a user in another account.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, owner, PASSWORD } from '../../../test/browser-like.ts'
import type { Answer } from '../../../test/client.ts'
import { refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const w = await world({ after })
const MEMBERS = '/v1/members'
const known = await owner(w, 2, 'known@example.com')
const asker = await owner(w, 4, 'asker@example.com')
const tokenOf = ({ body }: Answer) => (body.link as string).split('#')[1] as string

/** A response without the parts that differ on every request. */
function shapeOf({ status, body, headers }: Answer, email: string): string {
  const text = JSON.stringify({ status, body, etag: headers.etag !== undefined })
  return text
    .replaceAll(email, 'EMAIL')
    .replaceAll(/mem_[0-9a-z]{26}|req_[0-9a-z]+|#\w{40}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'X')
}

test('no response to an invitation or about its link shows whether the address has a user', async () => {
  const shapesOf = new Map<string, string[]>()
  for (const email of [known.email, 'nobody@example.com']) {
    const place = asker.at('2/live')
    const shapes: string[] = []
    const keep = (answer: Answer) => {
      shapes.push(shapeOf(answer, email))
      return answer
    }
    const body = { email, role: 'viewer' }
    keep(await place.post(`${MEMBERS}?dry_run=true`, { body }))
    const invited = keep(await place.post(MEMBERS, { body }))
    assert.equal(invited.status, 201, invited.text)
    keep(await place.get(`${MEMBERS}/${invited.body.id}`))
    keep(await place.post(MEMBERS, { body }))
    const linked = keep(await place.post(`${MEMBERS}/${invited.body.id}/link`))
    const redeem = (path: string, more: object = {}) =>
      browser(w).send('POST', `/session/v1/links/${path}`, {
        body: { token: tokenOf(linked), ...more },
      })
    keep(await redeem('inspect'))
    // An invalid password is refused before it matters whether the user exists.
    for (const password of ['x', 'aaaaaaaaaaaaaaaa', email]) {
      keep(await redeem('redeem', { password }))
    }
    shapesOf.set(email, shapes)
  }
  const [one, other] = [...shapesOf.values()] as [string[], string[]]
  assert.deepEqual(one, other)
})

test('an existing user accepts an invitation with their password', async () => {
  const invited = await asker.at('2/live').post(MEMBERS, {
    body: { email: 'both@example.com', role: 'viewer' },
  })
  const both = await owner(w, 2, 'both@example.com')
  const redeem = (password: string) =>
    browser(w).send('POST', '/session/v1/links/redeem', {
      body: { token: tokenOf(invited), name: 'Another Name', password },
    })
  // Only the holder of the link who sends a valid password learns it; the link remains usable.
  refused(await redeem('not the right one'), 401, 'credentials_invalid')
  const joined = await redeem(PASSWORD)
  assert.equal(joined.status, 201, joined.text)
  assert.deepEqual(
    joined.body.accounts.map(({ id }: { id: number }) => id),
    [1, 2],
  )
  assert.equal(joined.body.user.name, 'Olive Owner')
  assert.equal((await both.get('/session/v1/sessions/current')).status, 200)
})
