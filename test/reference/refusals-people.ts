// The refusals that people meet who sign in.

import { owner } from '../browser-like.ts'
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
]
