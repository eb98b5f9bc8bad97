// Password guessing: guessing clients are slowed, and a correct password still works.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, joined, owner, PASSWORD, type Person } from '../../../test/browser-like.ts'
import { refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'

const SESSIONS = '/session/v1/sessions'
const DEVICE = '__Host-reckoner-device'

/** All clients share one address, as behind a proxy that is not configured. */
const shared = await world({ after })
/** Each client has the address that it states. */
const apart = await world({ after }, { settings: { TRUST_PROXY: 'true' } })

interface Guess {
  email: string
  password?: string
  address?: string
}

function sign(person: Person, { email, password = PASSWORD, address }: Guess) {
  const headers = address === undefined ? undefined : { 'x-forwarded-for': address }
  return person.send('POST', SESSIONS, { body: { email, password }, headers })
}

const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Sends this many wrong passwords at once. */
function guess(
  w: typeof shared,
  times: number,
  email: string,
  address?: (index: number) => string,
) {
  return Promise.all(
    Array.from({ length: times }, (_, index) =>
      sign(browser(w), {
        email,
        password: `guess ${index}`,
        ...(address && { address: address(index) }),
      }),
    ),
  )
}

test('guessing locks out neither other users nor the owner in a known browser', async () => {
  const guessed = await owner(shared)
  const other = await owner(shared)
  const wrong = await guess(shared, 40, guessed.email)
  assert.equal(count(wrong, 401), 10)
  assert.equal(count(wrong, 429), 30)
  // Another user at the same address signs in with a new browser.
  assert.equal((await sign(browser(shared), other)).status, 201)
  // The user whose password is being guessed signs in with their own browser.
  assert.equal((await guessed.send('DELETE', `${SESSIONS}/current`)).status, 200)
  assert.equal((await sign(guessed, guessed)).status, 201)
  const stranger = await sign(browser(shared), guessed)
  const { message } = refused(stranger, 429, 'rate_limit_exceeded')
  assert.match(message, /browser you have signed in with before/)
  const seconds = Number(stranger.headers['retry-after'])
  assert.ok(seconds >= 1 && seconds <= 60, `${seconds} s`)
})

test('guessing is slowed per email, and a known browser gets in', async () => {
  const guessed = await owner(apart)
  const wrong = await guess(apart, 120, guessed.email, (index) => `198.51.${index}.7`)
  // Fifty attempts, and one more every ten seconds.
  assert.ok(count(wrong, 401) <= 54, `${count(wrong, 401)} passwords were tried`)
  assert.equal((await sign(guessed, { ...guessed, address: '192.0.2.1' })).status, 201)
  // One unknown browser every ten seconds is let through, and only one.
  const strangers = await Promise.all(
    [2, 3, 4].map((last) => sign(browser(apart), { ...guessed, address: `192.0.2.${last}` })),
  )
  assert.ok(count(strangers, 429) >= 2)
  for (const stranger of strangers.filter(({ status }) => status === 429)) {
    assert.ok(Number(stranger.headers['retry-after']) <= 10)
  }
  // Other users are not slowed.
  const other = await owner(apart)
  assert.equal((await sign(browser(apart), { ...other, address: '192.0.2.5' })).status, 201)
})

test('guesses from one address or network do not lock out another', async () => {
  const { email } = await owner(apart)
  assert.ok((await guess(apart, 40, email, () => '192.0.2.40')).length === 40)
  assert.equal((await sign(browser(apart), { email, address: '192.0.2.41' })).status, 201)
  // All addresses of one subscriber's IPv6 network count as one.
  const other = await owner(apart)
  const network = await guess(apart, 40, other.email, (index) => `2001:db8:1:2::${index + 1}`)
  assert.equal(count(network, 401), 10)
})

test('guessing an unknown email gets the same responses as guessing a known one', async () => {
  const { email } = await owner(apart)
  const [known, unknown] = await Promise.all([
    guess(apart, 20, email, () => '192.0.2.50'),
    guess(apart, 20, 'nobody@example.com', () => '192.0.2.51'),
  ])
  const shapesOf = (answers: typeof known) =>
    answers.map(({ status, body }) => `${status} ${body.error.code}`).sort()
  assert.deepEqual(shapesOf(known), shapesOf(unknown))
})

test('a browser is known for its users by a token that we issued, and has its own allowance', async () => {
  const ada = await owner(apart)
  const bob = await owner(apart)
  const device = ada.jar.get(DEVICE) as string
  assert.match(device, /^\w{40}$/)
  const kept = await apart.sql<{ token: string }>(
    `select encode(token_hash, 'escape') as token from known_devices`,
  )
  assert.ok(kept.length >= 2 && kept.every(({ token }) => !token.includes(device)))
  await guess(apart, 40, bob.email, () => '192.0.2.60')
  // A browser of another user, a made-up token, and a browser that guesses itself all count as unknown.
  const thief = browser(apart)
  const tries = (token: string) => {
    thief.jar.clear()
    thief.jar.set(DEVICE, token)
    return sign(thief, { ...bob, address: '192.0.2.60' })
  }
  refused(await tries(device), 429, 'rate_limit_exceeded')
  refused(await tries('x'.repeat(40)), 429, 'rate_limit_exceeded')
  const known = bob.jar.get(DEVICE) as string
  const own = await Promise.all(
    Array.from({ length: 15 }, (_, index) => {
      const same = browser(apart)
      same.jar.set(DEVICE, known)
      return sign(same, { email: bob.email, password: `own ${index}`, address: '192.0.2.60' })
    }),
  )
  assert.equal(count(own, 401), 10)
  assert.equal(count(own, 429), 5)
  refused(await tries(known), 429, 'rate_limit_exceeded')
  // A browser keeps its token when another user signs in with it, and is then known for both.
  assert.equal((await sign(ada, { ...bob, address: '192.0.2.61' })).status, 201)
  assert.equal(ada.jar.get(DEVICE), device)
  const rows = await apart.sql(
    'select distinct user_id from known_devices where token_hash = (select token_hash from known_devices group by token_hash having count(*) = 2)',
  )
  assert.equal(rows.length, 2)
  // A token that we did not issue is not accepted.
  const planted = browser(apart)
  planted.jar.set(DEVICE, 'p'.repeat(40))
  assert.equal((await sign(planted, { ...ada, address: '192.0.2.62' })).status, 201)
  assert.notEqual(planted.jar.get(DEVICE), 'p'.repeat(40))
})

test('at most ten browsers of a user are known, and a new password or a removal leaves only the current one', async () => {
  const devicesOf = async (email: string) =>
    (
      await apart.sql(
        'select 1 from known_devices d join users u on u.id = d.user_id where u.email = $1',
        [email],
      )
    ).length
  const ada = await owner(apart)
  for (let times = 0; times < 12; times++) {
    assert.equal((await sign(browser(apart), { ...ada, address: `192.0.3.${times}` })).status, 201)
  }
  assert.equal(await devicesOf(ada.email), 10)
  assert.equal((await sign(ada, { ...ada, address: '192.0.3.99' })).status, 201)
  const changed = await ada.send('POST', '/session/v1/password', {
    body: { password: PASSWORD, new_password: 'another good phrase' },
  })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(await devicesOf(ada.email), 1, 'the one in use')
  // No browser of a removed user is known any more.
  const gone = await joined(apart, 'gone@example.com', 'viewer')
  await guess(apart, 40, gone.email, () => '192.0.2.70')
  const removed = await ada.at('1/live').delete(`/v1/members/${gone.member}`)
  assert.equal(removed.status, 200, removed.text)
  refused(await sign(gone, { ...gone, address: '192.0.2.70' }), 429, 'rate_limit_exceeded')
})

test('trying one password for many emails does not delay known browsers', async () => {
  const ada = await owner(apart)
  const flood = Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      sign(browser(apart), {
        email: `victim${index}@example.com`,
        password: 'one for all',
        address: `203.0.${index % 50}.9`,
      }),
    ),
  )
  // A known browser does not wait behind them.
  const known = await sign(ada, { ...ada, address: '203.0.0.9' })
  assert.equal(known.status, 201, known.text)
  const stuffed = await flood
  assert.ok(stuffed.every(({ status }) => [401, 429, 503].includes(status)))
  assert.ok(count(stuffed, 503) > 0, 'the queue of strangers was full')
})
