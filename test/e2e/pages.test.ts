// Every page: named, its mode announced, free of axe violations, whole at both widths and in longer words. The gate
// visits a third of the pages a day; LOOKS=every visits all, in the dark theme and in French as well.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { exampleOf } from '../../src/app/examples.ts'
import { NAMED } from '../../src/domain/resource-lists.ts'
import { RESOURCES } from '../../src/domain/resources.ts'
import {
  get,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  makeProduct,
} from '../fixtures.ts'
import { until, type World, world } from '../harness.ts'
import { CARD, payOnline } from '../online.ts'
import { rotationBy } from '../rotation.ts'
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
import { assertFrench } from './in-french.ts'
import { assertTargets, assertWhole, assertWholeInLongWords } from './layout.ts'
import { makeRefund } from './refunds.ts'

const w: World = await world({ after })
const chromium = await launch({ after })

/** The table of pages, read as text because its code is for browsers. */
const TABLE = readFileSync(join(import.meta.dirname, '../../web/src/pages/table.ts'), 'utf8')
const PATHS = [...TABLE.matchAll(/^ {2,4}(?:\{ )?path: '([^']*)'/gm)].map(([, path = '']) => path)
const OPEN = [...(TABLE.split('OPEN_PAGES')[1] ?? '').matchAll(/path: '([^']+)'/g)].map(
  ([, path = '']) => path,
)

/** Tabs with a layout of their own, each after a page of another path. */
const TABS = [
  'customers/$id?tab=timeline',
  'ledger?tab=balance',
  'customers/$id?tab=credit',
  'ledger?tab=ageing',
  'customers/$id?tab=discounts',
  'invoices/$id?tab=credit-notes',
  'ledger?tab=verification',
  'credit-notes/$id?tab=refunds',
  'invoices/$id?tab=explain',
  'settings/tax?tab=registrations',
  'products/$id?tab=prices',
  'settings/tax?tab=table&country=CA',
]

/** The ID to open a page with, by path; other pages show the example of their resource. */
const SAMPLES: Record<string, () => Promise<string | number>> = {
  'customers/$id': async () => (await makeCustomer(w.api)).id,
  'products/$id': async () => (await makeProduct(w.api)).id,
  'prices/$id': () => makePrice(),
  'prices/$id/version': () => makePrice(),
  'subscriptions/$id': () => makeSubscription(),
  'price-migrations/$id': () => makeMigration(),
  'payments/$id': async () => (await makePayment(w.api, await makeFinalized(w.api))).id,
  'payouts/$id': makePayout,
  'disputes/$id': makeDispute,
  'credit-notes/$id': async () => (await makeRefund(w)).credit_note_id,
  'refunds/$id': async () => (await makeRefund(w)).id,
  'invoices/$id': async () => (await makeFinalized(w.api)).id,
  'invoices/$id/edit': async () => (await makeInvoice(w.api)).id,
  'emails/$id': async () => {
    const customer = await makeCustomer(w.api, { email: 'ap@nordlicht.example' })
    await makeFinalized(w.api, { customer_id: customer.id })
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

/** A payout of what a customer paid online. */
async function makePayout(): Promise<string> {
  await payOnline(await makeFinalized(w.api), CARD.pays)
  const body = { amount: 1000, currency: 'cad', reference: 'PO 4711' }
  return (await w.api.post('/v1/payouts', { body })).body.id
}

/** A dispute of a payment online, today. */
async function makeDispute(): Promise<string> {
  await payOnline(await makeFinalized(w.api), CARD.disputed)
  await w.sql(
    'update simulated_payments set disputed_at = created_at, report_at = created_at where report_at is not null',
  )
  return until('a dispute', async () => (await get(w.api, '/v1/disputes')).data[0]?.id)
}

async function makePrice(): Promise<string> {
  const { id: product_id } = await makeProduct(w.api)
  const tiers = [{ up_to: 10, unit_amount: 500 }, { unit_amount_decimal: '0.25' }]
  const answer = await w.api.post('/v1/prices', { body: { product_id, model: 'graduated', tiers } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

/** A subscription with a scheduled change. */
async function makeSubscription(): Promise<string> {
  const made = async (path: string, body: object) => {
    const answer = await w.api.post(path, { body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const { id: product_id } = await makeProduct(w.api)
  const terms = { product_id, model: 'per_unit', unit_amount: 3000, interval: 'month' }
  const { id: price_id } = await made('/v1/prices', terms)
  const { id: customer } = await makeCustomer(w.api)
  const body = { customer_id: `cus_${customer}`, items: [{ price_id }] }
  const { id, items } = await made('/v1/subscriptions', body)
  const change = { at: 'period_end', items: [{ id: items[0].id, quantity: 2 }] }
  await made(`/v1/subscriptions/${id}/change`, change)
  return id
}

/** A migration of the subscribers of a new price. */
async function makeMigration(): Promise<string> {
  const subscription = await get(w.api, `/v1/subscriptions/${await makeSubscription()}`)
  const [{ price_id: from_price_id, product_id }] = subscription.items
  const terms = { product_id, model: 'per_unit', unit_amount: 3500, interval: 'month' }
  const { id: to_price_id } = (await w.api.post('/v1/prices', { body: terms })).body
  const body = { from_price_id, to_price_id, effective_from: '2027-01-01' }
  const answer = await w.api.post('/v1/price_migrations', { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

/** An endpoint whose deliveries fail. */
async function makeEndpoint(): Promise<{ id: string }> {
  const body = { url: 'https://hooks.invalid/reckoner', enabled_events: ['*'] }
  return (await w.api.post('/v1/webhook_endpoints', { body })).body
}

async function addressOf(path: string): Promise<string> {
  const [page = ''] = path.split('?')
  if (!page.includes('$')) return path
  const sample = SAMPLES[page] ?? (() => exampleFor(page))
  return path.replace(/\$\w+/, String(await sample()))
}

/** The ID of an object created from the example of the API reference. */
async function exampleFor(page: string): Promise<string> {
  const name = resourceAt(page)
  assert.ok(name, page)
  const path = `/v1/${RESOURCES[name].path}`
  const { status, text, body } = await w.api.post(path, { body: exampleOf(name, 'created') })
  assert.equal(status, 201, text)
  return body.id
}

const resourceAt = (page: string) =>
  NAMED.find(([, { path }]) => page === `${path.replaceAll('_', '-')}/$id`)?.[0]

const { isEvery: EVERY_LOOK, partOf } = rotationBy('LOOKS')

/** The gate visits one page in this many per day. */
const PARTS = 3

/** Both widths use the same colors, so a phone is checked in one theme. */
const LOOKS: { colorScheme: 'light' | 'dark'; viewport: typeof DESKTOP }[] = EVERY_LOOK
  ? [
      { colorScheme: 'light', viewport: DESKTOP },
      { colorScheme: 'dark', viewport: DESKTOP },
      { colorScheme: 'dark', viewport: PHONE },
    ]
  : [
      { colorScheme: 'light', viewport: DESKTOP },
      { colorScheme: 'light', viewport: PHONE },
    ]

/** Checks a page in each look without a reload. test/theme.test.ts checks the contrast of both themes. */
async function lookAt({ page, assertAccessible }: Visitor, path: string): Promise<void> {
  for (const look of LOOKS) {
    const { colorScheme, viewport } = look
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const theme = page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)
    await theme.waitFor({ state: 'attached' })
    const what = `${path}, ${colorScheme}, ${viewport.width} pixels`
    if (EVERY_LOOK || look === LOOKS[0]) await assertAccessible(what)
    await assertWhole(page, what)
    await assertTargets(page, what)
  }
  await assertWholeInLongWords(page, path)
}

const own = PATHS.filter((path) => !OPEN.includes(path))

test('the table of pages was found, and each detail page has an object to open', () => {
  assert.ok(own.length >= 12 && OPEN.includes('sign-in'), own.join())
  const objects = own.filter((path) => path.includes('$'))
  assert.deepEqual(
    objects.filter((path) => !SAMPLES[path] && !resourceAt(path)),
    [],
    'Add what to open to SAMPLES of test/e2e/pages.test.ts.',
  )
})

/** An overdue invoice, which appears among the problems on the home page. */
async function makeOverdue(): Promise<void> {
  await makeFinalized(w.api, { due_date: '2020-01-31' })
  const path = '/v1/invoices?status=overdue'
  await until('an overdue invoice', async () => (await get(w.api, path)).data.length > 0)
}

test('every page and every tab is accessible and fits its window', needsChromium, async (t) => {
  await makeOverdue()
  const visitor = await visitAsOwner(chromium, t, w)
  visitor.expect(404)
  for (const path of partOf([...own, ...TABS], PARTS)) {
    await visitor.go(await addressOf(path))
    await settled(visitor.page)
    await assertMode(visitor, path, / · Test · /, /^Test mode/)
    await lookAt(visitor, path)
  }
})

/** Without records these differ from test mode: home, and each list with pages below it. */
const isEmptied = (path: string) =>
  path === '' || PATHS.some((other) => other.startsWith(`${path}/$id`))

test('every page of an empty live account is accessible', needsChromium, async (t) => {
  const visitor = await visitAsOwner(chromium, t, w, { place: '1/live' })
  const pages = partOf(
    own.filter((path) => !path.includes('$') && (EVERY_LOOK || isEmptied(path))),
    PARTS,
  )
  let empty = 0
  for (const path of pages) {
    await visitor.go(path)
    await settled(visitor.page)
    if ((await visitor.page.locator('[data-state=empty]').count()) > 0) empty += 1
    await assertMode(visitor, path, / · Live · /, /^Live/)
    await visitor.assertAccessible(`${path}, empty`)
  }
  assert.ok(empty >= (EVERY_LOOK ? 8 : 2), `${empty} of ${pages.join()}`)
})

if (EVERY_LOOK) {
  test('no page and no tab in French has an English text', needsChromium, async (t) => {
    const { page, go, expect } = await visitAsOwner(chromium, t, w, { locale: 'fr-CA' })
    expect(404)
    for (const path of [...own, ...TABS]) {
      await go(await addressOf(path))
      await assertFrench(page, path)
    }
  })
}

/** The title and the first heading name the mode, so test is never taken for live. */
async function assertMode(
  { page }: Visitor,
  path: string,
  title: RegExp,
  heading: RegExp,
): Promise<void> {
  await eventually(async () => title.test(await page.title()), true)
  const banner = page.getByRole('heading', { level: 2 }).first()
  assert.match((await banner.textContent()) ?? '', heading, path)
}

test('pages before signing in are accessible', needsChromium, async (t) => {
  const visitor = await visit(chromium, t, w, { place: '' })
  // A link without its token is rejected.
  visitor.expect(400)
  for (const path of partOf(OPEN, PARTS)) {
    await visitor.page.goto(`${w.url}/${path}`)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await lookAt(visitor, path)
  }
})

/** One of each kind of page under /docs, and the widest ones. */
const DOCS = [
  '',
  'invoices',
  'events',
  'errors',
  'reference',
  'guide/sign-up-to-access',
  'guide/operations',
]

test('pages of the docs are accessible and fit their window', needsChromium, async (t) => {
  const { page, open, assertAccessible } = await visit(chromium, t, w, { place: 'docs' })
  // The same markup with other contents, checked for layout only.
  const alike = ['invoices', 'guide/operations']
  for (const path of partOf([...DOCS, 'products'], PARTS)) {
    await page.setViewportSize(DESKTOP)
    await open(path)
    const forms = path === 'products' ? await page.locator('details.try > summary').all() : []
    for (const form of forms) await form.click()
    for (const look of LOOKS) {
      const { colorScheme, viewport } = look
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const what = `docs/${path}, ${colorScheme}, ${viewport.width} pixels`
      const isFirst = look === LOOKS[0] && !alike.includes(path)
      if (EVERY_LOOK || isFirst) await assertAccessible(what)
      if (forms.length === 0) await assertWhole(page, what)
      else await assertTargets(page, what)
    }
  }
})
