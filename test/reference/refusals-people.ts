// The errors that people who sign in can get.

import { createOwnerLink } from '../../src/features/links/create.ts'
import { enrol } from '../authenticator.ts'
import { browser, owner, PASSWORD } from '../browser-like.ts'
import type { Scene } from './refusals.ts'
import { type During, withLiveKey } from './trouble.ts'

const KEY = { body: { name: 'Shop', scopes: ['invoices:read'] } }
const PRODUCT = { body: { name: 'Seat' } }
const anonymous = { key: null }

/** A signed-in person whose browser sends a request from another site. */
const fromElsewhere: During = async (world) => {
  const person = await owner(world)
  const headers = { origin: 'https://shop.example.com' }
  return person.at('1/test').post('/v1/products', { ...PRODUCT, headers })
}

const MEMBERS = '/v1/members'
const ADA = { email: 'ada@example.com', role: 'viewer' }

const inviteTwice: During = async ({ api, keys }, send) => {
  await api.post(MEMBERS, { body: ADA, key: keys.live })
  return send(keys.live)
}

/** The only owner of an account leaves it. */
const leave: During = async (world) => {
  const person = (await owner(world, 4)).at('2/test')
  const [{ id }] = (await person.get(MEMBERS)).body.data
  return person.delete(`${MEMBERS}/${id}`)
}

/** A person belongs to two accounts, and one of them wants to reset their password. */
const resetElsewhere: During = async (world) => {
  const { email } = await owner(world, 4)
  const invited = await world.api.post(MEMBERS, {
    body: { email, role: 'viewer' },
    key: world.keys.live,
  })
  const body = { token: invited.body.link.split('#')[1], password: PASSWORD }
  await browser(world).send('POST', '/session/v1/links/redeem', { body })
  return world.api.post(`${MEMBERS}/${invited.body.id}/link`, { key: world.keys.live })
}

const FACTOR = '/session/v1/second_factor'
const OURS = { 'Sec-Fetch-Site': 'same-origin' }

/** A person with a second factor, and the details of its setup. */
async function guarded(world: Parameters<During>[0]) {
  const person = await owner(world)
  // By the clock of this world, which can differ from the test's.
  const { created_at } = (await person.get('/session/v1/sessions/current')).body
  return { person, ...(await enrol(person, Date.parse(created_at))) }
}

const wrongCode: During = async (world) => {
  const { person } = await guarded(world)
  const body = { email: person.email, password: PASSWORD }
  const other = browser(world)
  await other.send('POST', '/session/v1/sessions', { body })
  return other.send('POST', '/session/v1/sessions/second_factor', { body: { code: '000000' } })
}

/** A password reset link, without a code. */
const codeless: During = async (world) => {
  const { person } = await guarded(world)
  const [user] = await world.sql<{ id: string }>('select id from users where email = $1', [
    person.email,
  ])
  const spec = { environment_id: 2, user_id: user?.id as string, email: person.email }
  const token = await createOwnerLink(world.pool, world.secretKey, spec, Date.now())
  const body = { token, password: 'a different phrase' }
  return browser(world).send('POST', '/session/v1/links/redeem', { body })
}

/** An account requires a second factor, and a member has none. */
const unguarded: During = async (world) => {
  const { person } = await guarded(world)
  const require = (require_second_factor: boolean) =>
    person.send('PATCH', '/session/v1/accounts/1', { body: { require_second_factor } })
  await require(true)
  const answer = await (await owner(world)).at('1/test').post('/v1/products', PRODUCT)
  await require(false)
  return answer
}

/** A session in which the password was entered too long ago. */
const unconfirmed: During = async (world) => {
  const person = await owner(world)
  await world.sql("update sessions set confirmed_at = created_at - interval '1 hour'")
  return person.at('1/live').post('/v1/api_keys', KEY)
}

const again: During = async (world) => (await guarded(world)).person.send('POST', FACTOR)

const MEMBER = `${MEMBERS}/mem_01h2xcejqtf2nbrexx3vqjhp41`

export const PEOPLE_SCENES: readonly Scene[] = [
  { code: 'session_invalid', method: 'GET', path: '/session/1/test/v1/products', ask: anonymous },
  {
    code: 'credentials_invalid',
    method: 'POST',
    path: '/session/v1/sessions',
    ask: {
      ...anonymous,
      body: { email: 'ada@example.com', password: 'not the password' },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    },
  },
  {
    code: 'password_required',
    method: 'POST',
    path: '/session/1/live/v1/api_keys',
    ask: { ...anonymous, ...KEY, headers: OURS },
    during: unconfirmed,
  },
  {
    code: 'sign_in_expired',
    method: 'POST',
    path: '/session/v1/sessions/second_factor',
    ask: { ...anonymous, body: { code: '123456' }, headers: OURS },
  },
  {
    code: 'second_factor_code_invalid',
    method: 'POST',
    path: '/session/v1/sessions/second_factor',
    ask: { ...anonymous, body: { code: '000000' }, headers: OURS },
    during: wrongCode,
  },
  {
    code: 'second_factor_code_required',
    method: 'POST',
    path: '/session/v1/links/redeem',
    ask: {
      ...anonymous,
      body: { token: 'of-a-link-for-a-new-password', password: 'a different phrase' },
      headers: OURS,
    },
    during: codeless,
  },
  {
    code: 'second_factor_required',
    method: 'POST',
    path: '/session/1/test/v1/products',
    ask: { ...anonymous, ...PRODUCT, headers: OURS },
    during: unguarded,
  },
  {
    code: 'second_factor_exists',
    method: 'POST',
    path: FACTOR,
    ask: { ...anonymous, headers: OURS },
    during: again,
  },
  {
    code: 'second_factor_missing',
    method: 'PATCH',
    path: '/session/v1/accounts/1',
    ask: { ...anonymous, body: { require_second_factor: true }, headers: OURS },
    during: async (world) =>
      (await owner(world)).send('PATCH', '/session/v1/accounts/1', {
        body: { require_second_factor: true },
      }),
  },
  {
    code: 'link_invalid',
    method: 'POST',
    path: '/session/v1/links/inspect',
    ask: {
      ...anonymous,
      body: { token: 'of-a-link-that-was-used' },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    },
  },
  {
    code: 'origin_refused',
    method: 'POST',
    path: '/session/1/test/v1/products',
    ask: { ...anonymous, ...PRODUCT, headers: { Origin: 'https://shop.example.com' } },
    during: fromElsewhere,
  },
  {
    code: 'https_required',
    method: 'GET',
    path: '/session/v1/sessions/current',
    ask: { ...anonymous, headers: { Host: 'billing.example.com' } },
  },
  { code: 'member_exists', method: 'POST', path: MEMBERS, ask: { body: ADA }, during: inviteTwice },
  {
    code: 'owner_required',
    method: 'POST',
    path: MEMBERS,
    ask: { body: { email: 'eve@example.com', role: 'owner' } },
    during: withLiveKey,
  },
  { code: 'last_owner', method: 'DELETE', path: MEMBER, during: leave },
  { code: 'member_elsewhere', method: 'POST', path: `${MEMBER}/link`, during: resetElsewhere },
]
