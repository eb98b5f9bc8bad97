// A signed-in user as a browser sends requests: with a cookie jar and an origin, and without an API key.

import assert from 'node:assert/strict'
import { createOwnerLink } from '../src/features/links/create.ts'
import type { Answer, Api, Ask } from './client.ts'
import type { World } from './harness.ts'

export const PASSWORD = 'correct horse battery'

export interface Person {
  /** The session cookie; empty when signed out. Setting it removes all other cookies. */
  cookie: string
  /** All cookies that the browser keeps, by name. */
  jar: Map<string, string>
  get(path: string, ask?: Ask): Promise<Answer>
  send(method: string, path: string, ask?: Ask): Promise<Answer>
  /** A client for paths below /session/<account>/<mode>. */
  at(place: string): Pick<Api, 'get' | 'post' | 'patch' | 'delete' | 'send'>
}

/** A browser without cookies. */
export function browser(w: Pick<World, 'url' | 'api'>): Person {
  const jar = new Map<string, string>()
  const person: Person = {
    jar,
    get cookie() {
      const token = jar.get('__Host-reckoner')
      return token === undefined ? '' : `__Host-reckoner=${token}`
    },
    set cookie(text) {
      jar.clear()
      const [name = '', value = ''] = text.split('=')
      if (name) jar.set(name, value)
    },
    get: (path, ask) => person.send('GET', path, ask),
    async send(method, path, ask = {}) {
      const headers = {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
        ...(method !== 'GET' && { origin: w.url }),
        ...ask.headers,
      }
      const answer = await w.api.send(method, path, { key: null, ...ask, headers })
      for (const set of answer.headers['set-cookie'] ?? []) keep(jar, set)
      return answer
    },
    at(place) {
      const send = (method: string, path: string, ask?: Ask) =>
        person.send(method, `/session/${place}${path}`, ask)
      return {
        send,
        get: (path, ask) => send('GET', path, ask),
        post: (path, ask) => send('POST', path, ask),
        patch: (path, ask) => send('PATCH', path, ask),
        delete: (path, ask) => send('DELETE', path, ask),
      }
    },
  }
  return person
}

/** Stores Set-Cookie as a browser does, including the __Host- prefix (RFC 6265bis, section 4.1.3.2). */
function keep(jar: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split('; ')
  const [name = '', value = ''] = pair.split('=')
  assert.ok(name.startsWith('__Host-'), set)
  assert.deepEqual(attributes.slice(1), ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax'], set)
  if (attributes[0] === 'Max-Age=0') jar.delete(name)
  else jar.set(name, value)
}

let people = 0

/** Token of an owner link. */
export function ownerToken(w: World, live = 2): Promise<string> {
  return createOwnerLink(w.pool, w.secretKey, { environment_id: live }, Date.now())
}

/** A signed-in owner of the account of a live environment. */
export async function owner(
  w: World,
  live = 2,
  email?: string,
): Promise<Person & { email: string }> {
  const address = email ?? `owner${++people}@example.com`
  const token = await ownerToken(w, live)
  const person = browser(w)
  const body = { token, email: address, name: 'Olive Owner', password: PASSWORD }
  const answer = await person.send('POST', '/session/v1/links/redeem', { body })
  assert.equal(answer.status, 201, answer.text)
  return Object.assign(person, { email: address })
}

/** A signed-in user who was invited to the first account with a role and has joined. */
export async function joined(
  w: Pick<World, 'url' | 'api'> & { keys?: Pick<World['keys'], 'live'> },
  email: string,
  role: string,
  ask: Ask = {},
): Promise<Person & { email: string; member: string }> {
  const invited = await w.api.post('/v1/members', {
    body: { email, role },
    ...(w.keys && { key: w.keys.live }),
    ...ask,
  })
  assert.equal(invited.status, 201, invited.text)
  const person = browser(w)
  const token = invited.body.link.split('#')[1]
  const body = { token, name: email.split('@')[0], password: PASSWORD }
  const answer = await person.send('POST', '/session/v1/links/redeem', { body })
  assert.equal(answer.status, 201, answer.text)
  return Object.assign(person, { email, member: invited.body.id as string })
}
