// Contract 3 and 4, for every route: a key that is invalid, lacks the scope or belongs elsewhere learns nothing, not
// even whether an ID exists. New routes are covered by being declared.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import { revokeKey } from '../../src/features/api-keys/store.ts'
import { PREFIXES, type Route } from '../../src/platform/http/route.ts'
import type { Answer } from '../client.ts'
import { get, refused } from '../fixtures.ts'
import { world } from '../harness.ts'
import { anonymous } from './anonymous.ts'
import { type Furnished, furnish, pathsOf, unknownLike } from './furnished.ts'

const CANARY = 'Canary7Vq2'
const MEMBER = 'Member5Tz8'
const w = await world(
  { after },
  { settings: { MAIL_FROM: 'billing@example.com', TRUST_PROXY: 'true' } },
)
const { api, keys } = w
const { live, otherLive } = keys
const ours = await furnish(api, { key: keys.test, live }, CANARY, MEMBER)
const theirs = {
  live: await furnish(api, { key: live, live }, 'Theirs1'),
  otherTest: await furnish(api, { key: keys.otherTest, live: otherLive }, 'Theirs2'),
  otherLive: await furnish(api, { key: otherLive, live: otherLive }, 'Theirs3'),
}
const STRANGERS = Object.keys(theirs) as (keyof typeof theirs)[]
/** Members belong to the account, so its live environment can read them; no test key can. */
const strangersTo = ({ ofPeople }: Route) =>
  ofPeople ? STRANGERS.filter((each) => each === 'otherLive') : STRANGERS
/** The status for a foreign ID in a body; live environments refuse some routes before they read one. */
const statusFor = ({ errors }: Route, stranger: keyof typeof theirs) =>
  /live$/i.test(stranger) && errors.includes('test_environment_only') ? 403 : 400
/** Values a foreign key must never read. The account's other environment can know its members. */
const secretFrom = (stranger: keyof typeof theirs) =>
  stranger === 'live' ? [CANARY] : [CANARY, MEMBER]
const routes = ROUTES

let caller = 0
/** Sends the example of a route from a new address, because failures are limited by address. */
function send(route: Route, path: string, key: string | null, body = route.example?.body) {
  caller++
  const headers = { 'x-forwarded-for': `2001:db8::${caller.toString(16)}` }
  return api.send(route.method, path, { key, body, headers })
}

/** Makes writes without an ID dry runs: they would change the caller's own environment. */
const harmless = ({ method, path }: Route): string =>
  method === 'GET' || path.includes(':') ? '' : '?dry_run=true'

function assertSilent(answer: Answer, what: string, secrets = [CANARY, MEMBER]): void {
  const shown = answer.text + JSON.stringify(answer.headers)
  for (const secret of secrets) {
    assert.ok(!shown.includes(secret), `${what} shows data of another tenant: ${shown}`)
  }
}

test('every route returns 401 for a missing, misspelled, revoked or expired key, whatever the ID', async () => {
  const idOf = (key: string) => key.split('_').slice(0, 3).join('_')
  const revoked = await w.key()
  await revokeKey(w.pool, idOf(revoked), Date.now())
  const misspelt = keys.test.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
  // A misspelled key is recognized by its checksum, so its error can differ.
  const wrong = [revoked, await w.key({ expires_at: Date.now() - 1 })]
  for (const route of routes) {
    for (const prefix of PREFIXES) {
      for (const [path, unknown, id] of pathsOf(route, ours)) {
        const none = await send(route, prefix + path, null)
        refused(none, 401, 'api_key_missing')
        assertSilent(none, route.operation)
        const other = await send(route, prefix + unknown, null)
        assert.deepEqual(anonymous(none, id), anonymous(other, unknownLike(id)))
        refused(await send(route, prefix + path, misspelt), 401, 'api_key_invalid')
        const texts = new Set<string>()
        for (const key of wrong) {
          for (const each of [path, unknown]) {
            const answer = await send(route, prefix + each, key)
            refused(answer, 401, 'api_key_invalid')
            texts.add(JSON.stringify(anonymous(answer, id)))
          }
        }
        assert.equal(texts.size, 1, `${route.operation}: nobody can tell them apart`)
      }
    }
  }
})

test('every route returns 403 without its scope, whatever the ID', async () => {
  const permissions = [...new Set(routes.map(({ permission }) => permission))]
  for (const needed of permissions) {
    const resource = needed.split(':')[0]
    // All other scopes, and at most read access to this resource where write is needed.
    const scopes = permissions.filter(
      (each) => !each.startsWith(`${resource}:`) || (needed.endsWith(':write') && each !== needed),
    )
    const key = await w.key({ scopes })
    const liveKey = await w.key({ scopes, environment: 'live' })
    for (const route of routes.filter(({ permission }) => permission === needed)) {
      for (const [path, unknown, id] of pathsOf(route, ours)) {
        const narrow = route.ofPeople ? liveKey : key
        const answer = await send(route, `/v1${path}`, narrow)
        const { message } = refused(answer, 403, 'permission_denied')
        assert.ok(message.includes(needed), message)
        assertSilent(answer, route.operation)
        const other = await send(route, `/v1${unknown}`, narrow)
        assert.deepEqual(anonymous(answer, id), anonymous(other, unknownLike(id)))
      }
    }
  }
})

test('an ID of another environment or account is treated as unknown', async () => {
  const before = (await get(api, '/v1/events?limit=1&before=999999999')).data[0].sequence
  let turn = 0
  for (const route of routes) {
    for (const stranger of strangersTo(route)) {
      // Rotates prefixes, so that a route with several foreign keys is sent under every prefix.
      const prefix = PREFIXES[turn++ % PREFIXES.length] as string
      for (const [path, unknown, id] of pathsOf(route, ours)) {
        const what = `${route.operation} with the key of ${stranger}`
        const ask = (each: string) => send(route, prefix + each + harmless(route), keys[stranger])
        const answer = await ask(path)
        assertSilent(answer, what, secretFrom(stranger))
        if (!id) continue
        assert.equal(answer.status, 404, `${what}: ${answer.text}`)
        const other = await ask(unknown)
        assert.deepEqual(anonymous(answer, id), anonymous(other, unknownLike(id)), what)
        if (route.method !== 'GET') continue
        const head = await api.send('HEAD', prefix + path, { key: keys[stranger] })
        assert.equal(head.status, 404, `HEAD of ${what}`)
      }
    }
  }
  const after = (await get(api, '/v1/events?limit=1&before=999999999')).data[0].sequence
  assert.equal(after, before, 'nothing of ours was changed')
})

interface Schema {
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Finds the IDs in a body: their property paths and ID prefixes. */
function idsIn(
  { pattern, properties = {}, items, anyOf = [] }: Schema,
  way: string[] = [],
): [string[], string][] {
  const prefix = /^\^\(?([a-z]+)_/.exec(pattern ?? '')?.[1]
  return [
    ...(prefix ? [[way, prefix] as [string[], string]] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => idsIn(inner, [...way, name])),
    ...(items ? idsIn(items, [...way, '0']) : []),
    ...anyOf.flatMap((branch) => idsIn(branch, way)),
  ]
}

function idOf({ byPrefix }: Furnished, prefix: string): string {
  const id = byPrefix[prefix]
  assert.ok(id, `test/contract/furnished.ts makes nothing whose id begins with ${prefix}_`)
  return id
}

/** The owner's example body with one ID replaced. */
function bodyWith(route: Route, own: Furnished, way: string[], id: string): unknown {
  const text = JSON.stringify(route.example?.body ?? {}).replace(
    /"(cus|inv|prod)_[0-9a-z]{4,26}"/g,
    (_, prefix) => JSON.stringify(idOf(own, prefix)),
  )
  const body = JSON.parse(text)
  if (way[0] === 'line_items')
    body.line_items ??= [{ description: 'x', quantity: 1, unit_amount: 1 }]
  const last = way.at(-1) as string
  // In a list of IDs the last step is the index.
  way.slice(0, -1).reduce((here, step) => {
    here[step] ??= []
    return here[step]
  }, body)[last] = id
  return body
}

test('a foreign ID in a body is treated as unknown', async () => {
  for (const route of routes) {
    const places = idsIn((route.body ?? {}) as Schema)
    assert.equal(places.length > 0, route.refers === true, `${route.operation}: refers`)
    for (const [way, prefix] of places) {
      const foreign = idOf(ours, prefix)
      for (const stranger of strangersTo(route)) {
        const own = theirs[stranger]
        const [path = ''] = pathsOf(route, own)[0] ?? []
        const ask = (id: string) => {
          const body = bodyWith(route, own, way, id)
          return send(route, `/v1${path}`, keys[stranger], body as Record<string, unknown>)
        }
        const answer = await ask(foreign)
        const what = `${route.operation}: ${way.join('.')} with the key of ${stranger}`
        assert.equal(answer.status, statusFor(route, stranger), `${what}: ${answer.text}`)
        assertSilent(answer, what, secretFrom(stranger))
        const other = await ask(unknownLike(foreign))
        assert.deepEqual(anonymous(answer, foreign), anonymous(other, unknownLike(foreign)), what)
      }
    }
  }
})

/** Values for a parameter: from its pattern, or from the first object of the list. */
async function namedBy(
  { ofPeople }: Route,
  path: string,
  name: string,
  { pattern }: Schema,
): Promise<string | undefined> {
  const prefix = /^\^\(?([a-z]+)[_|)]/.exec(pattern ?? '')?.[1]
  if (prefix) return idOf(ours, prefix)
  if (name.endsWith('_id')) return ours.byPrefix.inv
  if (name !== 'starting_after' && name !== 'ending_before') return undefined
  // No request makes one: a gateway has to have other books.
  if (path === '/reconciliation/differences') return undefined
  const key = ofPeople ? keys.live : keys.test
  const [first] = (await get(api, `/v1${path}`, { key })).data
  assert.ok(first, `test/contract/furnished.ts makes nothing that ${path} lists`)
  return String(first.id)
}

test('a foreign ID in a filter is treated as unknown', async () => {
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const { properties = {} } = (route.query ?? {}) as Schema
    const [path = ''] = pathsOf(route, ours)[0] ?? []
    for (const [name, schema] of Object.entries(properties)) {
      const foreign = await namedBy(route, path, name, schema)
      if (foreign === undefined) continue
      // Requests with an object ID that the foreign key sent are its own, so it can read them.
      if (route.path.startsWith('/requests') && name === 'object_id') continue
      for (const stranger of strangersTo(route)) {
        const [own = ''] = pathsOf(route, theirs[stranger])[0] ?? []
        const ask = (id: string) => send(route, `/v1${own}?${name}=${id}`, keys[stranger])
        const answer = await ask(foreign)
        const what = `${route.operation}: ${name} with the key of ${stranger}`
        assertSilent(answer, what, secretFrom(stranger))
        const other = await ask(unknownLike(foreign))
        assert.deepEqual(anonymous(answer, foreign), anonymous(other, unknownLike(foreign)), what)
      }
    }
  }
})

const ROUNDS = 25
/** A real difference repeats every time; noise does not. */
const TRIES_MOST = 12
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Durations of two requests in ms, alternating so that both see the same load. */
async function compared(one: () => Promise<unknown>, two: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, way] of [one, two].entries()) {
      const started = performance.now()
      await way()
      times[index]?.push(performance.now() - started)
    }
  }
  return times.map(median) as [number, number]
}

// Coarse, because the machine can be busy: it detects work done on an object that was found, such as rendering a
// document. A hundredth of a millisecond is hidden by any network.
test('a caller cannot measure whether an ID exists', async () => {
  for (const route of routes.filter(({ method, path }) => method === 'GET' && path.includes(':'))) {
    const [path = '', unknown = ''] = pathsOf(route, ours).at(-1) ?? []
    let text = ''
    for (let attempt = 0; attempt < TRIES_MOST; attempt++) {
      const [there, nowhere] = await compared(
        () => send(route, `/v1${path}`, keys.otherLive),
        () => send(route, `/v1${unknown}`, keys.otherLive),
      )
      text = `${route.operation}: ${there} ms where it exists, ${nowhere} ms where nothing does`
      if (Math.abs(there - nowhere) < 1 + Math.min(there, nowhere) / 2) text = ''
      if (!text) break
    }
    assert.equal(text, '')
  }
})
