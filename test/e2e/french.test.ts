// In French: the way to a paid invoice, every page, every refusal, and no English word on any of them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import {
  counts,
  eventually,
  launch,
  needsChromium,
  settled,
  visit,
  visitAsOwner,
} from './browser.ts'
import { englishTexts } from './messages.ts'

const w = await world({ after })
const chromium = await launch({ after })
const { count, isEnglish } = englishTexts()
const FRENCH = { locale: 'fr-CA' }

/** Words that no French sentence has, in case a text is in no word file at all. */
const ENGLISH_WORDS = /\b(the|and|with|your|this|from|has|was|will|must|should|cannot|not|which)\b/i

/** Every text a reader or a listener meets, apart from code, and what is marked as English. */
const TEXTS = `(() => {
  const skipped = 'script, noscript, style, pre, code, [lang=en]'
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(skipped)) texts.push(walker.currentNode.data)
  }
  for (const each of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
    if (each.closest(skipped)) continue
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) texts.push(each.getAttribute(name) ?? '')
  }
  return [...texts, document.title].map((text) => text.trim()).filter((text) => /\\p{L}{2}/u.test(text))
})()`

async function assertFrench(page: Page, what: string): Promise<void> {
  await settled(page)
  const texts: string[] = await page.evaluate(TEXTS)
  const english = texts
    .filter((text) => isEnglish(text) || ENGLISH_WORDS.test(text))
    // A language is offered by its own name.
    .filter((text) => text !== 'English')
  assert.deepEqual([...new Set(english)], [], what)
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

test('the messages were found', () => {
  assert.ok(count > 500, `${count} texts differ`)
  assert.ok(isEnglish('Customers') && !isEnglish('Clients'))
  assert.ok(isEnglish('You can view but not edit invoices. Ask an admin.'))
})

test('from the first step to a paid invoice', needsChromium, async (t) => {
  const settings = { body: { language: 'fr-CA', name: 'Érables réunis' } }
  assert.equal((await w.api.patch('/v1/account', settings)).status, 200)
  const { page, open, expect, assertAccessible } = await visitAsOwner(chromium, t, w, FRENCH)
  await open('')
  await page.locator('[data-step=customer]').getByRole('link').waitFor()
  await assertFrench(page, 'the first step')
  await open('customers/new')
  await page.getByLabel('Nom').fill('Boulangerie Léa')
  // What the API refuses is told in French as well, with what is allowed.
  expect(400)
  await page.getByLabel('Courriel').fill('personne')
  await press(page, 'Créer le client')
  const wanted =
    'Il faut une adresse de courriel comme billing@example.com ; "personne" ne convient pas.'
  await page.getByText(wanted).waitFor()
  await assertFrench(page, 'a refused customer')
  await page.getByLabel('Courriel').fill('lea@boulangerie.example')
  await press(page, 'Créer le client')
  await page.getByRole('heading', { level: 1, name: 'Boulangerie Léa' }).waitFor()
  const [customer] = (await get(w.api, '/v1/customers')).data
  await open('products/new')
  await page.getByLabel('Nom').fill('Pain')
  await press(page, 'Créer le produit')
  await page.getByRole('heading', { level: 1, name: 'Pain' }).waitFor()
  await open(`invoices/new?customer_id=cus_${customer.id}`)
  await page.getByLabel('Ligne 1, Description').fill('Pain')
  await page.getByLabel('Ligne 1, Quantité').fill('3')
  await page.getByLabel('Ligne 1, Prix').fill('19,99')
  await assertFrench(page, 'the editor')
  // 3 × 19,99 = 59,97.
  await eventually(
    async () => /^59,97\s\$/.test((await page.getByTestId('total').textContent()) ?? ''),
    true,
  )
  await press(page, 'Enregistrer et émettre…')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/Facture INV-000001 émise\s: 59,97\s\$.* à payer au plus tard le/)
    .waitFor()
  await assertFrench(page, 'what issuing will do')
  await dialog.getByRole('button', { name: 'Émettre', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'INV-000001' }).waitFor()
  await press(page, 'Inscrire un paiement')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByLabel('Montant').fill('60')
  expect(409)
  await dialog.getByText('Le paiement dépasse ce qui reste à payer.').waitFor()
  await assertFrench(page, 'a payment that is too much')
  await dialog.getByLabel('Montant').fill('59,97')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: 'Inscrire un paiement' }).click()
  await page.getByText(/Payée en entier\s: 59,97\s\$/).waitFor()
  await assertAccessible('a paid invoice in French')
})

test('every page', needsChromium, async (t) => {
  const hook = { url: 'https://hooks.invalid/reckoner' }
  const endpoint = (await w.api.post('/v1/webhook_endpoints', { body: hook })).body
  const [customer] = (await get(w.api, '/v1/customers')).data
  const [product] = (await get(w.api, '/v1/products')).data
  const [invoice] = (await get(w.api, '/v1/invoices')).data
  const [payment] = (await get(w.api, '/v1/payments')).data
  const [mail] = (await get(w.api, '/v1/emails')).data
  const [key] = (await get(w.api, '/v1/api_keys')).data
  const first = (path: string): Promise<{ id: string }> =>
    until(path, async () => (await get(w.api, path)).data[0])
  await w.api.patch(`/v1/products/${product.id}`, { body: { description: 'Chaud' } })
  const tiers = [{ up_to: 10, unit_amount: 500 }, { unit_amount_decimal: '0.25' }]
  const priced = { product_id: product.id, model: 'graduated', tiers }
  const price = (await w.api.post('/v1/prices', { body: priced })).body
  const welcome = { name: 'Bienvenue', percent_off: '10' }
  const coupon = (await w.api.post('/v1/coupons', { body: welcome })).body
  const delivery = await first('/v1/webhook_deliveries')
  const request = await first('/v1/requests?operation=updateProduct')
  const objects: Record<string, string> = {
    'customers/$id': customer.id,
    'products/$id': product.id,
    'coupons/$id': coupon.id,
    'prices/$id': price.id,
    'prices/$id/version': price.id,
    'invoices/$id': invoice.id,
    'invoices/$id/edit': invoice.id,
    'payments/$id': payment.id,
    'emails/$id': mail.id,
    'webhooks/$id': endpoint.id,
    'developers/keys/$id': key.id,
    'webhooks/deliveries/$id': delivery.id,
    'developers/requests/$id': request.id,
    'events/$id': (await get(w.api, '/v1/events')).data[0].id,
    'go/$id': 'rien',
  }
  const table = readFileSync(join(import.meta.dirname, '../../web/src/pages/table.ts'), 'utf8')
  const [own = ''] = table.split('OPEN_PAGES')
  const paths = [...own.matchAll(/path: '([^']*)'/g)].map(([, path = '']) => path)
  assert.ok(paths.length > 30, paths.join())
  const { page, open, go, expect } = await visitAsOwner(chromium, t, w, FRENCH)
  expect(404)
  for (const path of paths) {
    const id = path.includes('$') ? objects[path] : ''
    assert.ok(id !== undefined, `Tell test/e2e/french.test.ts what to open as ${path}.`)
    await go(path.replace('$id', id))
    await assertFrench(page, path)
  }
  await open(`products/${product.id}?tab=prices`)
  await assertFrench(page, 'the prices of a product')
  for (const tab of ['explain', 'payments', 'emails', 'timeline']) {
    await open(`invoices/${invoice.id}?tab=${tab}`)
    await assertFrench(page, tab)
  }
  for (const tab of ['balance', 'ageing', 'verification']) {
    await open(`ledger?tab=${tab}`)
    await assertFrench(page, tab)
  }
  await open('customers')
  await page.getByRole('button', { name: /^Profil :/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).waitFor()
  await assertFrench(page, 'the menu of a person')
})

test('refusals, from signing in to a form of its own', needsChromium, async (t) => {
  const stranger = await visit(chromium, t, w, FRENCH)
  stranger.expect(400, 401)
  await stranger.page.goto(`${w.url}/sign-in`)
  await stranger.page.locator('input[name=email]').fill('personne@example.com')
  await stranger.page.locator('input[name=password]').fill('un mot de passe quelconque')
  await stranger.page.locator('button[type=submit]').click()
  await stranger.page.getByText('Adresse ou mot de passe incorrect.').waitFor()
  await assertFrench(stranger.page, 'signing in, refused')
  await stranger.page.goto(`${w.url}/welcome#perdu`)
  await stranger.page.getByText('Ce lien a déjà servi').waitFor()
  await assertFrench(stranger.page, 'a link that is lost')
  await stranger.page.goto(`${w.url}/forgotten`)
  await stranger.page.getByRole('heading', { level: 1 }).waitFor()
  await assertFrench(stranger.page, 'a forgotten password')

  const { page, open, expect } = await visitAsOwner(chromium, t, w, FRENCH)
  expect(400)
  const wrong: [path: string, field: string, text: string, told: RegExp][] = [
    ['settings/account', 'Site web', 'nulle part', /adresse comme https/],
    ['settings/numbering', 'Numéro de la première', 'douze', /nombre entier de 1 à/],
    ['webhooks/new', 'URL', 'nulle part', /Il faut une adresse comme/],
    ['developers/keys/new', 'Nom', '', /obligatoire/],
    ['developers/keys/new', 'Expire', '2020-01-01', /Ce jour est passé|obligatoire/],
  ]
  for (const [path, field, text, told] of wrong) {
    await open(path)
    await page.getByRole('main').getByLabel(field).first().fill(text)
    await page.locator('main button[type=submit]').click()
    await page.getByText(told).first().waitFor()
    await assertFrench(page, `${path}, ${field}`)
  }
})

test('dark as the system is, or as one chooses', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w, { ...FRENCH, colorScheme: 'dark' })
  const scheme = (name: string) =>
    page.locator(`html[data-mantine-color-scheme=${name}]`).waitFor({ state: 'attached' })
  await open('customers')
  await scheme('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await scheme('light')
  await page.getByRole('button', { name: /^Profil :/ }).click()
  await page.getByLabel('Thème').selectOption('dark')
  await scheme('dark')
  await page.reload()
  await scheme('dark')
  await page.getByRole('button', { name: /^Profil :/ }).click()
  await page.getByLabel('Thème').selectOption('auto')
  await scheme('light')
  // The language is chosen there, too, and kept.
  await page.getByLabel('Langue').selectOption('en')
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await counts(page.getByText('Clients', { exact: true }), 0)
  await eventually(() => page.locator('html').getAttribute('lang'), 'en')
})
