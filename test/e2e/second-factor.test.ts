// A second factor, by the pages: set up, asked for, recovered from, turned off, and required of others.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeOf, enrol } from '../authenticator.ts'
import { joined, owner, ownerToken, PASSWORD } from '../browser-like.ts'
import { world } from '../harness.ts'
import {
  answered,
  counts,
  eventually,
  launch,
  needsChromium,
  signIn,
  visit,
  visitAsOwner,
} from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

/** Sets one up where the page offers it. Answers the secret; the recovery codes are shown then. */
async function setUp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = String(await page.locator('pre').textContent()).replaceAll(' ', '')
  assert.match(secret, /^[A-Z2-7]{32}$/)
  await prove(page, codeOf(secret, Date.now()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Recovery codes', { exact: true }).waitFor()
  return secret
}

async function prove(page: Page, code: string): Promise<void> {
  await page.locator('input[name=code]').fill(code)
  await page.locator('input[name=factor-password]').fill(PASSWORD)
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${w.url}/sign-in`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter a code to finish signing in').waitFor()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator('input[name=code]').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Olive Owner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

test('set up, asked for at every sign-in, and turned off', needsChromium, async (t) => {
  const { email } = await owner(w)
  const visitor = await signIn(await visit(chromium, t, w), w, email)
  const { page } = visitor
  visitor.expect(401)
  await visitor.open('profile')
  const secret = await setUp(page)
  const shown = String(await page.getByRole('status').locator('pre').textContent())
  const codes = shown.trim().split('\n')
  assert.equal(new Set(codes).size, 10)
  await visitor.assertAccessible('recovery codes')
  // They can be kept as a file.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'reckoner-recovery-codes.txt')
  await page.getByRole('button', { name: 'Done' }).click()
  await counts(page.getByText(String(codes[0])), 0)
  await page.getByText('10 recovery codes left.').waitFor()

  // The password opens nothing by itself, and the code that was used does not pass again.
  await signOut(page)
  await enterPassword(page, email)
  await visitor.assertAccessible('the second step')
  await enterCode(page, codeOf(secret, Date.now(), -2))
  await page.getByRole('alert').getByText('This code is not valid').waitFor()
  await enterCode(page, codeOf(secret, Date.now(), 1))
  await home(page)

  // A recovery code stands in for the phone, once.
  await signOut(page)
  await enterPassword(page, email)
  await enterCode(page, String(codes[0]))
  await home(page)
  await signOut(page)
  await enterPassword(page, email)
  await enterCode(page, String(codes[0]))
  await page.getByRole('alert').getByText('This code is not valid').waitFor()
  await enterCode(page, String(codes[1]).toUpperCase())
  await home(page)
  await visitor.open('profile')
  await page.getByText('8 recovery codes left.').waitFor()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await prove(page, String(codes[2]))
  await visitor.assertAccessible('proof')
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const renewed = String(await page.getByRole('status').locator('pre').textContent())
  assert.ok(!codes.some((code) => renewed.includes(code)))
  await page.getByRole('button', { name: 'Turn off' }).click()
  await prove(page, String(renewed.split('\n')[0]))
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
})

test('required of all members', needsChromium, async (t) => {
  const boss = await visitAsOwner(chromium, t, w)
  await boss.open('settings/members')
  const rule = boss.page.getByRole('switch', { name: 'Require two-factor authentication' })
  assert.ok(await rule.isDisabled())
  await boss.open('profile')
  await setUp(boss.page)
  await boss.open('settings/members')
  await rule.click({ force: true })
  await eventually(() => rule.isChecked(), true)

  // Who has none is led to set one up, keeps the codes, and goes on where they were.
  const { email } = await joined(w, 'ada@example.com', 'viewer', { key: w.keys.live })
  const ada = await visit(chromium, t, w, { locale: 'fr' })
  await signIn(ada, w, email)
  const { page } = ada
  await page.goto(`${w.url}/1/test/invoices`)
  await page.getByRole('heading', { level: 1, name: 'Configurez un second facteur' }).waitFor()
  await ada.assertAccessible('a second factor is required')
  await page.getByRole('button', { name: 'Configurer' }).click()
  const secret = String(await page.locator('pre').textContent()).replaceAll(' ', '')
  await prove(page, codeOf(secret, Date.now()))
  // The codes stay until they have been kept, though the account is open by now.
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/session/v1/sessions/current')),
    page.getByRole('button', { name: 'Activer' }).click(),
  ])
  await answered(page)
  await page.getByText('Il reste 10 codes de secours.').waitFor()
  assert.equal(await page.getByText('Codes de secours', { exact: true }).count(), 1)
  await page.getByRole('button', { name: 'Terminé' }).click()
  await page.getByRole('heading', { level: 1, name: 'Factures' }).waitFor()

  await boss.page.reload()
  await boss.page.getByRole('row', { name: email }).getByText('On', { exact: true }).waitFor()
  await boss.assertAccessible('members with a rule')
})

test('a link asks whoever has one for a code too', needsChromium, async (t) => {
  const person = await owner(w)
  const { codes } = await enrol(person)
  const visitor = await visit(chromium, t, w)
  const { page } = visitor
  visitor.expect(401)
  await page.goto(`${w.url}/welcome#${await ownerToken(w)}`)
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=code]').fill(String(codes[0]))
  await visitor.assertAccessible('a link that asks for a code')
  await page.locator('button[type=submit]').click()
  await home(page)
})
