// The second factor over HTTP: set up, required wherever a password would be enough without it, and accepted once.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { codeOf, enrol } from '../../../test/authenticator.ts'
import { browser, owner, ownerToken, PASSWORD, type Person } from '../../../test/browser-like.ts'
import { refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { createOwnerLink, newLink } from '../links/create.ts'
import { insertLinks } from '../links/store.ts'

/** The clock only moves when a test moves it, so that tests control the time steps. */
let now = Date.parse('2026-11-20T12:00:10.000Z')
const STEP_MS = 30_000
const w = await world({ after }, { wallNow: () => now, settings: { TRUST_PROXY: 'true' } })
const SESSIONS = '/session/v1/sessions'
const SECOND = `${SESSIONS}/second_factor`
const CURRENT = `${SESSIONS}/current`
const FACTOR = '/session/v1/second_factor'
const REDEEM = '/session/v1/links/redeem'
const CHALLENGE = '__Host-reckoner-sign-in'

let address = 0
/** A new address for each request, so that tests do not throttle each other. */
const somewhere = () => ({ 'x-forwarded-for': `198.51.100.${++address}` })

async function enrolled(email?: string, live = 2) {
  // Links in these tests are created by the test clock.
  const person = email === undefined ? await owner(w, live) : await owner(w, live, email)
  return Object.assign(person, await enrol(person, now))
}

/** A user who has entered the correct password in a new browser. */
async function halfOpen(email: string, password = PASSWORD): Promise<Person> {
  const person = browser(w)
  const body = { email, password }
  const answer = await person.send('POST', SESSIONS, { body, headers: somewhere() })
  assert.equal(answer.status, 202, answer.text)
  assert.equal(answer.body.object, 'sign_in_challenge')
  assert.equal(person.cookie, '')
  return person
}

const answer = (person: Person, code: string) =>
  person.send('POST', SECOND, { body: { code }, headers: somewhere() })

/** Advances the clock by one step, at which the app shows another code. */
function later(secret: string): string {
  now += STEP_MS
  return codeOf(secret, now)
}

test('setup of a second factor takes password and code, ends other sessions, and sign-in asks for a code', async () => {
  const ada = await owner(w)
  const other = browser(w)
  await other.send('POST', SESSIONS, { body: { email: ada.email, password: PASSWORD } })
  assert.deepEqual((await ada.get(FACTOR)).body, {
    object: 'second_factor',
    enabled: false,
    recovery_codes_left: 0,
  })
  const begun = await ada.send('POST', FACTOR)
  const { secret, uri } = begun.body
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.equal(
    uri,
    `otpauth://totp/Reckoner:${encodeURIComponent(ada.email)}?issuer=Reckoner&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  // Setup is not confirmed yet: the password is still enough to sign in.
  const early = await browser(w).send('POST', SESSIONS, {
    body: { email: ada.email, password: PASSWORD },
  })
  assert.equal(early.status, 201)
  const confirm = (body: object) => ada.send('POST', `${FACTOR}/confirm`, { body })
  const code = codeOf(secret, now)
  refused(await confirm({ password: 'not it at all', code }), 401, 'credentials_invalid')
  refused(
    await confirm({ password: PASSWORD, code: codeOf(secret, now, 5) }),
    401,
    'second_factor_code_invalid',
  )
  const confirmed = await confirm({ password: PASSWORD, code })
  assert.equal(confirmed.status, 200, confirmed.text)
  const { codes } = confirmed.body
  assert.equal(new Set(codes).size, 10)
  for (const each of codes) assert.match(each, /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  refused(await other.get(CURRENT), 401, 'session_invalid')
  assert.equal((await ada.get(CURRENT)).body.user.second_factor, true)
  refused(await ada.send('POST', FACTOR), 409, 'second_factor_exists')
  const { recovery_codes_left } = (await ada.get(FACTOR)).body
  assert.equal(recovery_codes_left, 10)

  const person = await halfOpen(ada.email)
  const done = await answer(person, later(secret))
  assert.equal(done.status, 201, done.text)
  assert.equal(person.jar.has(CHALLENGE), false)
  assert.equal((await person.at('1/test').get('/v1/products')).status, 200)
  const members = (await person.at('1/live').get('/v1/members?limit=100')).body.data
  const shown = members.filter(({ email }: { email: string }) => email === ada.email)
  assert.equal(shown[0].second_factor, true)
})

test('a password without its code grants no access, for ten minutes and five codes', async () => {
  const { email, secret } = await enrolled()
  const person = await halfOpen(email)
  const token = person.jar.get(CHALLENGE) as string
  assert.match(token, /^\w{40}$/)
  const thief = browser(w)
  for (const cookie of ['__Host-reckoner', CHALLENGE]) {
    thief.jar.clear()
    thief.jar.set(cookie, token)
    for (const path of [CURRENT, SESSIONS, FACTOR, '/session/1/test/v1/products']) {
      refused(await thief.get(path), 401, 'session_invalid')
    }
    const rename = { body: { name: 'Thief' } }
    refused(await thief.send('PATCH', '/session/v1/user', rename), 401, 'session_invalid')
    refused(await thief.send('POST', FACTOR), 401, 'session_invalid')
    refused(await thief.send('DELETE', SESSIONS), 401, 'session_invalid')
  }
  // A challenge can be answered only by the browser that has its cookie, for ten minutes, five times.
  refused(await answer(browser(w), later(secret)), 401, 'sign_in_expired')
  for (let times = 0; times < 5; times++) {
    refused(await answer(person, codeOf(secret, now, 9)), 401, 'second_factor_code_invalid')
  }
  refused(await answer(person, later(secret)), 401, 'sign_in_expired')
  const late = await halfOpen(email)
  now += 10 * 60_000
  refused(await answer(late, later(secret)), 401, 'sign_in_expired')
})

test('a challenge does not sign in once the password was replaced', async () => {
  const ada = await enrolled()
  const person = await halfOpen(ada.email)
  const changed = await ada.send('POST', '/session/v1/password', {
    body: { password: PASSWORD, new_password: 'another good phrase' },
  })
  assert.equal(changed.status, 200)
  refused(await answer(person, later(ada.secret)), 401, 'sign_in_expired')
})

test('a code works once, and then no earlier code does; a recovery code works once', async () => {
  const { email, secret, codes } = await enrolled()
  // The code used for setup is consumed, and so is every earlier one.
  for (const steps of [0, -1]) {
    const person = await halfOpen(email)
    refused(await answer(person, codeOf(secret, now, steps)), 401, 'second_factor_code_invalid')
  }
  // One step ahead is accepted, two are not; an accepted code is refused in any browser afterwards.
  const ahead = codeOf(secret, now, 1)
  refused(
    await answer(await halfOpen(email), codeOf(secret, now, 2)),
    401,
    'second_factor_code_invalid',
  )
  assert.equal((await answer(await halfOpen(email), ahead)).status, 201)
  now += STEP_MS
  refused(await answer(await halfOpen(email), ahead), 401, 'second_factor_code_invalid')
  // A clock that is one step behind.
  now += 2 * STEP_MS
  const behind = codeOf(secret, now, -1)
  assert.equal((await answer(await halfOpen(email), behind)).status, 201)

  const [first = '', second = ''] = codes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
  assert.equal((await answer(await halfOpen(email), typed)).status, 201)
  refused(await answer(await halfOpen(email), first), 401, 'second_factor_code_invalid')
  assert.equal((await answer(await halfOpen(email), second)).status, 201)
})

test('one of two concurrent requests with the same code signs in', async () => {
  const { email, secret, codes } = await enrolled()
  const race = async (code: string) => {
    const [one, other] = [await halfOpen(email), await halfOpen(email)]
    const answers = await Promise.all([answer(one, code), answer(other, code)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401])
  }
  await race(later(secret))
  await race(codes[4] as string)
  // Two codes for one challenge do not create two sessions either.
  const person = await halfOpen(email)
  const answers = await Promise.all([
    answer(person, codes[5] as string),
    answer(person, codes[6] as string),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401])
})

test('no link sets a password or signs in without the second factor of its user', async () => {
  const { email, secret, codes } = await enrolled('guarded@example.com')
  const [{ id: user_id }] = (await w.sql<{ id: string }>('select id from users where email = $1', [
    email,
  ])) as [{ id: string }]
  const redeem = (token: string, password: string, code?: string) =>
    browser(w).send('POST', REDEEM, {
      body: { token, password, ...(code !== undefined && { code }) },
      headers: somewhere(),
    })
  // A password reset link as it is mailed, and one created by the command.
  const made = newLink(w.secretKey, { purpose: 'password_reset', user_id, email }, now)
  await insertLinks(w.pool, [made.record])
  const command = await createOwnerLink(
    w.pool,
    w.secretKey,
    { environment_id: 2, user_id, email },
    now,
  )
  for (const token of [made.token, command]) {
    refused(await redeem(token, 'a different phrase'), 401, 'second_factor_code_required')
    const wrong = await redeem(token, 'a different phrase', codeOf(secret, now, 9))
    refused(wrong, 401, 'second_factor_code_invalid')
  }
  assert.equal((await halfOpen(email)).cookie, '', 'the password is the one from before')
  assert.equal((await redeem(made.token, 'a different phrase', later(secret))).status, 201)
  // An invitation to another account requires password and code.
  const invited = await (await owner(w, 4)).at('2/live').post('/v1/members', {
    body: { email, role: 'viewer' },
  })
  const token = invited.body.link.split('#')[1]
  refused(await redeem(token, 'not the password'), 401, 'credentials_invalid')
  refused(await redeem(token, 'a different phrase'), 401, 'second_factor_code_required')
  const joined = await redeem(token, 'a different phrase', codes[0])
  assert.equal(joined.status, 201, joined.text)
  refused(await redeem(await ownerToken(w), 'x'), 400, 'parameter_missing', 'email')
})

test('password and code turn a second factor off, and the audit log has every step', async () => {
  const ada = await enrolled()
  const off = (body: object) =>
    ada.send('POST', `${FACTOR}/disable`, { body, headers: somewhere() })
  const other = await halfOpen(ada.email)
  assert.equal((await answer(other, later(ada.secret))).status, 201)
  refused(
    await off({ password: 'not it at all', code: later(ada.secret) }),
    401,
    'credentials_invalid',
  )
  refused(await off({ password: PASSWORD, code: '000000' }), 401, 'second_factor_code_invalid')
  const renewed = await ada.send('POST', `${FACTOR}/recovery_codes`, {
    body: { password: PASSWORD, code: later(ada.secret) },
    headers: somewhere(),
  })
  assert.equal(renewed.body.codes.length, 10)
  refused(await off({ password: PASSWORD, code: ada.codes[3] }), 401, 'second_factor_code_invalid')
  const done = await off({ password: PASSWORD, code: renewed.body.codes[3] })
  assert.equal(done.status, 200, done.text)
  refused(await other.get(CURRENT), 401, 'session_invalid')
  const left = await w.sql(
    'select 1 from recovery_codes r join users u on u.id = r.user_id where u.email = $1',
    [ada.email],
  )
  assert.deepEqual(left, [])
  const again = await browser(w).send('POST', SESSIONS, {
    body: { email: ada.email, password: PASSWORD },
    headers: somewhere(),
  })
  assert.equal(again.status, 201)
  const { data } = (await ada.at('1/live').get('/v1/audit_log?limit=100')).body
  const actions = data
    .filter(({ actor_label }: { actor_label: string }) => actor_label === 'Olive Owner')
    .map(({ action }: { action: string }) => action)
  for (const action of [
    'enableSecondFactor',
    'disableSecondFactor',
    'renewRecoveryCodes',
    'refuseCode',
  ]) {
    assert.ok(actions.includes(action), action)
  }
})

test('codes are throttled per user, however often the password is entered', async () => {
  const { email } = await enrolled()
  const half: Person[] = []
  for (let passwords = 0; passwords < 5; passwords++) half.push(await halfOpen(email))
  // Concurrently, so that their waits overlap: five codes for each user.
  const tries = half.flatMap((person) => Array.from({ length: 5 }, () => answer(person, '000000')))
  const all = (await Promise.all(tries)).map(({ status }) => status)
  assert.equal(all.filter((status) => status === 401).length, 20)
  const stranger = await answer(await halfOpen(email), '000000')
  refused(stranger, 429, 'rate_limit_exceeded')
})
