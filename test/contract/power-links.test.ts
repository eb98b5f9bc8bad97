// Contract 4, "power is never handed up", for links: a link that sets a password or admits a person never grants more
// than its creator could give, even if the person has a higher role by then.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { scopesOf } from '../../src/domain/roles.ts'
import { browser, joined, owner, PASSWORD } from '../browser-like.ts'
import { type Made, refused } from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api, keys } = w
const MEMBERS = '/v1/members'
const SESSIONS = '/session/v1/sessions'
const THIEF = 'chosen by somebody else'
const live = { key: keys.live }
const boss = (await owner(w)).at('1/live')
/** A key that can give the viewer role only. */
const weak = await w.key({
  environment: 'live',
  scopes: [...scopesOf('viewer'), 'members:write'],
})

const tokenOf = ({ link }: Made): string => link.split('#')[1]

async function linkFor(member: string, key = weak): Promise<string> {
  const made = await api.post(`${MEMBERS}/${member}/link`, { key })
  assert.equal(made.status, 200, made.text)
  return tokenOf(made.body)
}

const redeem = (token: string) =>
  browser(w).send('POST', '/session/v1/links/redeem', { body: { token, password: THIEF } })

const signIn = (email: string, password: string) =>
  browser(w).send('POST', SESSIONS, { body: { email, password } })

test('a link made for a lower role stops working once its person has a higher role', async () => {
  for (const role of ['admin', 'owner']) {
    // A member who gets a password reset link.
    const { member, email } = await joined(w, `joined-${role}@raised.example`, 'viewer')
    const reset = await linkFor(member)
    assert.equal((await boss.patch(`${MEMBERS}/${member}`, { body: { role } })).status, 200)
    refused(await redeem(reset), 400, 'link_invalid')
    assert.equal((await signIn(email, PASSWORD)).status, 201, 'the password is as it was')
    // A person who was invited and has not joined yet.
    const body = { email: `invited-${role}@raised.example`, role: 'viewer' }
    const invited = await api.post(MEMBERS, { key: weak, body })
    const raised = await boss.patch(`${MEMBERS}/${invited.body.id}`, { body: { role } })
    assert.equal(raised.status, 200)
    refused(await redeem(tokenOf(invited.body)), 400, 'link_invalid')
  }
})

test('a link made by one account sets no password once the person also belongs to another', async () => {
  const { member, email } = await joined(w, 'both@raised.example', 'viewer')
  const reset = await linkFor(member)
  const invited = await api.post(MEMBERS, {
    key: keys.otherLive,
    body: { email, role: 'admin' },
  })
  const token = tokenOf(invited.body)
  const body = { token, password: PASSWORD }
  const both = await browser(w).send('POST', '/session/v1/links/redeem', { body })
  assert.equal(both.body.accounts.length, 2)
  // The first account's link would also give access to the second account.
  const stolen = await redeem(reset)
  assert.ok(stolen.status >= 400, stolen.text)
  assert.equal((await signIn(email, PASSWORD)).status, 201)
})

test('a password link ends with the membership or the key that made it', async () => {
  const admin = await joined(w, 'leaving@raised.example', 'admin')
  const first = await joined(w, 'first@raised.example', 'admin')
  const second = await joined(w, 'second@raised.example', 'admin')
  const byPerson = tokenOf((await admin.at('1/live').post(`${MEMBERS}/${first.member}/link`)).body)
  assert.equal((await boss.delete(`${MEMBERS}/${admin.member}`)).status, 200)
  refused(await redeem(byPerson), 400, 'link_invalid')
  const key = await w.key({ environment: 'live' })
  const byKey = await linkFor(second.member, key)
  const id = key.split('_').slice(0, 3).join('_')
  assert.equal((await api.post(`/v1/api_keys/${id}/revoke`, live)).status, 200)
  refused(await redeem(byKey), 400, 'link_invalid')
})
