// A second factor: set up, required of members, requested, recovered and turned off.
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeOf } from '../authenticator.ts'
import { joined, owner, ownerToken, PASSWORD } from '../browser-like.ts'
import { world } from '../harness.ts'
import { answered, counts, eventually, launch, needsChromium, signIn, visit } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

/** Completes the form that sets up a second factor. Returns its secret. */
async function begin(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = String(await page.locator('pre').textContent()).replaceAll(' ', '')
  assert.match(secret, /^[A-Z2-7]{32}$/)
  await prove(page, codeOf(secret, Date.now()))
  return secret
}

async function prove(page: Page, code: string): Promise<void> {
  await page.locator('input[name=code]').fill(code)
  await page.locator('input[name=factor-password]').fill(PASSWORD)
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

test(
  'a second factor is set up, required, requested, recovered and turned off',
  needsChromium,
  async (t) => {
    const { email } = await owner(w)
    const boss = await signIn(await visit(chromium, t, w), w, email)
    const { page } = boss
    boss.expect(401)
    await boss.go('profile')
    const secret = await begin(page)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Recovery codes', { exact: true }).waitFor()
    const shown = String(await page.getByRole('status').locator('pre').textContent())
    const codes = shown.trim().split('\n')
    assert.equal(new Set(codes).size, 10)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'reckoner-recovery-codes.txt')
    await page.getByRole('button', { name: 'Done' }).click()
    await counts(page.getByText(String(codes[0])), 0)
    await page.getByText('10 recovery codes left.').waitFor()

    await boss.go('settings/members')
    const rule = page.getByRole('switch', { name: 'Require two-factor authentication' })
    await rule.click({ force: true })
    await eventually(() => rule.isChecked(), true)
    await assertRequired(t)

    // The password is not enough to sign in.
    await signOut(page)
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter a code to finish signing in').waitFor()
    await enterCode(page, codeOf(secret, Date.now(), -2))
    await page.getByRole('alert').getByText('This code is not valid').waitFor()
    await enterCode(page, codeOf(secret, Date.now(), 1))
    await home(page)

    // A link also asks for a code; a recovery code is accepted.
    await signOut(page)
    await page.goto(`${w.url}/welcome#${await ownerToken(w)}`)
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.locator('input[name=code]').fill(String(codes[0]))
    await page.locator('button[type=submit]').click()
    await home(page)

    await boss.go('settings/members')
    await rule.click({ force: true })
    await eventually(() => rule.isChecked(), false)
    await boss.go('profile')
    await page.getByText('9 recovery codes left.').waitFor()
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await prove(page, String(codes[2]))
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    const renewed = String(await page.getByRole('status').locator('pre').textContent())
    assert.ok(!codes.some((code) => renewed.includes(code)))
    await page.getByRole('button', { name: 'Turn off' }).click()
    await prove(page, String(renewed.split('\n')[0]))
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Set up' }).waitFor()
  },
)

/** A member without a second factor sets one up before the account opens. */
async function assertRequired(t: TestContext): Promise<void> {
  const { email } = await joined(w, 'ada@example.com', 'viewer', { key: w.keys.live })
  const { page } = await signIn(await visit(chromium, t, w), w, email)
  await page.getByRole('heading', { level: 1, name: 'Set up two-factor authentication' }).waitFor()
  await begin(page)
  // The recovery codes stay visible, although the account is open once the session is read again.
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/session/v1/sessions/current')),
    page.getByRole('button', { name: 'Turn on' }).click(),
  ])
  await answered(page)
  await page.getByText('10 recovery codes left.').waitFor()
  assert.equal(await page.getByText('Recovery codes', { exact: true }).count(), 1)
  await page.getByRole('button', { name: 'Done' }).click()
  await home(page)
}
