// The refusals that people meet who sign in.

import { browser, owner, PASSWORD } from '../browser-like.ts'
import type { Scene } from './refusals.ts'
import type { During } from './trouble.ts'

const PRODUCT = { body: { name: 'Seat' } }
const anonymous = { key: null }

/** Somebody is signed in, and another site makes their browser ask. */
const fromElsewhere: During = async (world) => {
  const person = await owner(world)
  const headers = { origin: 'https://shop.example.com' }
  return person.at('1/test').post('/v1/products', { ...PRODUCT, headers })
}

const MEMBERS = '/v1/members'
const ADA = { email: 'ada@example.com', role: 'viewer' }

const inviteTwice: During = async ({ api }, send) => {
  await api.post(MEMBERS, { body: ADA })
  return send()
}

/** The only owner of an account leaves it. */
const leave: During = async (world) => {
  const person = (await owner(world, 4)).at('2/test')
  const [{ id }] = (await person.get(MEMBERS)).body.data
  return person.delete(`${MEMBERS}/${id}`)
}

/** Somebody belongs to two accounts, and one of them would set their password. */
const resetElsewhere: During = async (world) => {
  const { email } = await owner(world, 4)
  const invited = await world.api.post(MEMBERS, { body: { email, role: 'viewer' } })
  const body = { token: invited.body.link.split('#')[1], password: PASSWORD }
  await browser(world).send('POST', '/session/v1/links/redeem', { body })
  return world.api.post(`${MEMBERS}/${invited.body.id}/link`)
}

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
  },
  { code: 'last_owner', method: 'DELETE', path: MEMBER, during: leave },
  { code: 'member_elsewhere', method: 'POST', path: `${MEMBER}/link`, during: resetElsewhere },
]
