// Language and theme: a journey in French without an English text, and both chosen and kept.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeFinalized } from '../fixtures.ts'
import { world } from '../harness.ts'
import { eventually, launch, needsChromium, visitAsOwner } from './browser.ts'
import { assertFrench } from './in-french.ts'

const w = await world({ after })
const chromium = await launch({ after })

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

test('a French user creates a customer and is paid', needsChromium, async (t) => {
  const settings = { body: { language: 'fr-CA', name: 'Érables réunis' } }
  // Both: the name of a new account is English.
  for (const key of [w.keys.test, w.keys.live])
    assert.equal((await w.api.patch('/v1/account', { key, ...settings })).status, 200)
  const { page, go, expect } = await visitAsOwner(chromium, t, w, { locale: 'fr-CA' })
  await go('')
  await page.locator('[data-step=customer]').getByRole('link').waitFor()
  await assertFrench(page, 'the first step')
  await go('customers/new')
  await page.getByLabel('Nom').fill('Boulangerie Léa')
  // Errors of the API are shown in French.
  expect(400)
  await page.getByLabel('Courriel').fill('lea')
  await press(page, 'Créer le client')
  const wanted =
    'Il faut une adresse de courriel comme billing@example.com ; "lea" ne convient pas.'
  await page.getByText(wanted).waitFor()
  await assertFrench(page, 'a refused customer')
  await page.getByLabel('Courriel').fill('lea@boulangerie.example')
  await press(page, 'Créer le client')
  await page.getByRole('heading', { level: 1, name: 'Boulangerie Léa' }).waitFor()
  const [customer] = (await get(w.api, '/v1/customers')).data
  await go('products/new')
  await page.getByLabel('Nom').fill('Pain')
  await press(page, 'Créer le produit')
  await page.getByRole('heading', { level: 1, name: 'Pain' }).waitFor()
  await go(`invoices/new?customer_id=cus_${customer.id}`)
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
  await page.getByText(/Entièrement payée\s: 59,97\s\$/).waitFor()
  // Dates are written as in French: the first of a month is an ordinal.
  await makeFinalized(w.api, { customer_id: customer.id, due_date: '2126-12-01' })
  await go('invoices')
  await page.getByRole('cell', { name: /^1er\sdéc\.\s2126$/ }).waitFor()
  await assertFrench(page, 'the invoices')
})

test('theme and language follow the browser until they are chosen', needsChromium, async (t) => {
  const options = { locale: 'fr-CA', colorScheme: 'dark' } as const
  const { page, open } = await visitAsOwner(chromium, t, w, options)
  const theme = (name: string) =>
    page.locator(`html[data-mantine-color-scheme=${name}]`).waitFor({ state: 'attached' })
  // With the scripts of the pages blocked, only early.js and the style sheet set the theme.
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto(`${w.url}/sign-in`, { waitUntil: 'domcontentloaded' })
  await theme('dark')
  await page.unroute('**/assets/*.js')
  await open('customers')
  await page.emulateMedia({ colorScheme: 'light' })
  await theme('light')
  await page.getByRole('button', { name: /^Profil :/ }).click()
  await page.getByLabel('Thème').selectOption('dark')
  await theme('dark')
  await page.getByLabel('Langue').selectOption('en')
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await theme('dark')
  await eventually(() => page.locator('html').getAttribute('lang'), 'en')
  await page.getByRole('button', { name: /^Profile:/ }).click()
  await page.getByLabel('Theme').selectOption('auto')
  await theme('light')
})
