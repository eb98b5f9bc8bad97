// Every page of the table, in both themes and at both widths: named, banner above, nothing that axe minds.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  get,
  makeCustomer,
  makeInvoice,
  makeIssued,
  makePayment,
  makeProduct,
} from '../fixtures.ts'
import { until, type World, world } from '../harness.ts'
import {
  DESKTOP,
  eventually,
  launch,
  needsChromium,
  PHONE,
  settled,
  type Visitor,
  visit,
  visitAsOwner,
} from './browser.ts'
import { assertTargets, assertWhole, assertWholeInLongWords } from './layout.ts'

const w: World = await world({ after })
const chromium = await launch({ after })

/** The pages as the table has them; its code is for browsers, so it is read as text. */
const TABLE = readFileSync(join(import.meta.dirname, '../../web/src/pages/table.ts'), 'utf8')
const PATHS = [...TABLE.matchAll(/^ {2,4}(?:\{ )?path: '([^']*)'/gm)].map(([, path = '']) => path)
const OPEN = [...(TABLE.split('OPEN_PAGES')[1] ?? '').matchAll(/path: '([^']+)'/g)].map(
  ([, path = '']) => path,
)

/** What stands for the id in an address, page by page. */
const SAMPLES: Record<string, () => Promise<string | number>> = {
  'customers/$id': async () => (await makeCustomer(w.api)).id,
  'products/$id': async () => (await makeProduct(w.api)).id,
  'prices/$id': () => makePrice(),
  'prices/$id/version': () => makePrice(),
  'coupons/$id': async () => {
    const body = { name: 'Welcome', percent_off: '10' }
    return (await w.api.post('/v1/coupons', { body })).body.id
  },
  'payments/$id': async () => (await makePayment(w.api, await makeIssued(w.api))).id,
  'invoices/$id': async () => (await makeIssued(w.api)).id,
  'invoices/$id/edit': async () => (await makeInvoice(w.api)).id,
  'emails/$id': async () => {
    const customer = await makeCustomer(w.api, { email: 'ap@nordlicht.example' })
    await makeIssued(w.api, { customer_id: customer.id })
    return (await get(w.api, '/v1/emails')).data[0].id
  },
  'webhooks/$id': async () => (await makeEndpoint()).id,
  'webhooks/deliveries/$id': async () => {
    const { id } = await makeEndpoint()
    await makeProduct(w.api)
    const path = `/v1/webhook_deliveries?endpoint_id=${id}`
    return until('a delivery', async () => (await get(w.api, path)).data[0]?.id)
  },
  'developers/keys/$id': async () => (await get(w.api, '/v1/api_keys')).data[0].id,
  'developers/requests/$id': async () => {
    await makeProduct(w.api)
    const path = '/v1/requests?operation=createProduct'
    return until('a request', async () => (await get(w.api, path)).data[0]?.id)
  },
  'events/$id': async () => {
    await makeProduct(w.api)
    return (await get(w.api, '/v1/events')).data[0].id
  },
  'go/$id': () => Promise.resolve('nothing'),
}

async function makePrice(): Promise<string> {
  const { id: product_id } = await makeProduct(w.api)
  const tiers = [{ up_to: 10, unit_amount: 500 }, { unit_amount_decimal: '0.25' }]
  const answer = await w.api.post('/v1/prices', { body: { product_id, model: 'graduated', tiers } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

/** Nobody answers there, which is to be shown as well. */
async function makeEndpoint(): Promise<{ id: string }> {
  const body = { url: 'https://hooks.invalid/reckoner', enabled_events: ['*'] }
  return (await w.api.post('/v1/webhook_endpoints', { body })).body
}

async function addressOf(path: string): Promise<string> {
  if (!path.includes('$')) return path
  const sample = SAMPLES[path]
  assert.ok(sample, `Tell test/e2e/pages.test.ts what to open as ${path}.`)
  return path.replace(/\$\w+/, String(await sample()))
}

/** The widths have the same colours: a phone is looked at in one theme. */
const LOOKS = [
  { colorScheme: 'light', viewport: DESKTOP },
  { colorScheme: 'dark', viewport: DESKTOP },
  { colorScheme: 'dark', viewport: PHONE },
] as const

/** In both themes and at both widths, without loading it again. */
async function lookAt({ page, assertAccessible }: Visitor, path: string): Promise<void> {
  for (const { colorScheme, viewport } of LOOKS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const theme = page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)
    await theme.waitFor({ state: 'attached' })
    const what = `${path}, ${colorScheme}, ${viewport.width} pixels`
    await assertAccessible(what)
    await assertWhole(page, what)
    await assertTargets(page, what)
  }
  await assertWholeInLongWords(page, path)
}

const own = PATHS.filter((path) => !OPEN.includes(path))

test('the table was found', () => {
  assert.ok(own.length >= 12 && OPEN.includes('sign-in'), own.join())
})

test('each page can be used by everybody', needsChromium, async (t) => {
  const visitor = await visitAsOwner(chromium, t, w)
  visitor.expect(404)
  for (const path of own) {
    await visitor.go(await addressOf(path))
    await settled(visitor.page)
    await assertPlace(visitor, path, / · Test · /, /^Test mode/)
    await lookAt(visitor, path)
  }
})

test('each page of live, where there is nothing yet, says so', needsChromium, async (t) => {
  const visitor = await visitAsOwner(chromium, t, w, { place: '1/live' })
  for (const path of own.filter((each) => !each.includes('$'))) {
    await visitor.go(path)
    await settled(visitor.page)
    await assertPlace(visitor, path, / · Live · /, /^Live/)
    await visitor.assertAccessible(`${path}, empty`)
  }
})

/** In the title and in a heading above all: nobody takes test for live. */
async function assertPlace(
  { page }: Visitor,
  path: string,
  title: RegExp,
  heading: RegExp,
): Promise<void> {
  await eventually(async () => title.test(await page.title()), true)
  const banner = page.getByRole('heading', { level: 2 }).first()
  assert.match((await banner.textContent()) ?? '', heading, path)
}

test('pages before anybody is signed in', needsChromium, async (t) => {
  const visitor = await visit(chromium, t, w, { place: '' })
  // A link without its token is told what is wrong with it.
  visitor.expect(400)
  for (const path of OPEN) {
    await visitor.page.goto(`${w.url}/${path}`)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await lookAt(visitor, path)
  }
})
