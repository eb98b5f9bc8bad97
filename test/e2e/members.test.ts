// Members: the first owner, invitations, roles, sessions, removal, names and password resets.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { joined, owner, PASSWORD } from '../browser-like.ts'
import { refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { startMailServer } from '../mail-server.ts'
import { partOf } from '../mime.ts'
import {
  counts,
  eventually,
  holds,
  launch,
  needsChromium,
  readAgain,
  sharedWindow,
  visit,
  visitAsOwner,
} from './browser.ts'

const w = await world({ after })
const server = await startMailServer({ after })
const mailing = await world(
  { after },
  { settings: { SMTP_URL: server.url, MAIL_FROM: 'billing@nordlicht.example' } },
)
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

test('an installation without an owner shows how to become the owner', needsChromium, async (t) => {
  const { page, expect } = await visit(chromium, t, w)
  expect(401)
  await page.goto(w.url)
  await page.getByRole('heading', { level: 2, name: 'Create the owner account' }).waitFor()
  await page.getByText('npm run -s reckoner -- owner-link').waitFor()
  await owner(w)
  await page.goto(w.url)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  await counts(page.getByRole('heading', { level: 2 }), 0)
  // Without an email server a password reset link comes from an owner.
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByText('No email server is set up.', { exact: false }).waitFor()
})

/** The dialog of an action on a member, once it shows what the action will do. */
async function ask(page: Page, who: string, action: string) {
  await page.getByRole('row', { name: who }).getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  return dialog
}

test('a member is invited, joins, changes role and is removed', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  await go('settings/members')
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  // Nothing is sent for an incomplete address, and no error is shown.
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('dry_run')) sent.push(request.postData() ?? '')
  })
  for (const part of ['ada', 'ada@example.']) {
    await dialog.getByLabel('Email').fill(part)
    // Choosing a role would send a complete one at once.
    await dialog.getByLabel('Role').selectOption('developer')
    await dialog.getByLabel('Role').selectOption('viewer')
    assert.ok(await dialog.getByRole('button', { name: 'Invite' }).isDisabled(), part)
  }
  assert.deepEqual(sent, [])
  assert.equal(await dialog.getByRole('alert').count(), 0)
  await dialog.getByLabel('Email').fill('ada@example.com')
  await dialog.getByLabel('Role').selectOption('accountant')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('alert').locator('code').textContent()
  assert.match(String(link), /\/welcome#\w+$/)
  await page
    .getByRole('row', { name: 'ada@example.com' })
    .getByText('Invited', { exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await counts(page.getByText(String(link)), 0)

  const ada = await visit(chromium, t, w)
  await ada.page.goto(String(link))
  await ada.page.getByText('Your role: accountant').waitFor()
  assert.ok(!ada.page.url().includes('#') || ada.page.url() === link, 'behind the # alone')
  await ada.page.getByLabel('Your name').fill('Ada <b>Byron</b>')
  await ada.page.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await ada.page.getByRole('button', { name: 'Join' }).click()
  await ada.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const menu = ada.page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Developers' }).click()
  await menu.getByRole('link', { name: 'Limits' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'Webhooks' }).count(), 0)
  await ada.go('customers/new')
  await ada.page.getByLabel('Name').fill('Hers')
  await ada.page.getByRole('button', { name: 'Create customer' }).click()
  await ada.page.getByRole('heading', { level: 1, name: 'Hers' }).waitFor()

  // A new role takes effect with the next request.
  await readAgain(page)
  await page
    .getByRole('row', { name: 'ada@example.com' })
    .getByText('Active', { exact: true })
    .waitFor()
  const change = await ask(page, 'ada@example.com', 'Change role')
  await change.getByLabel('Role').selectOption('viewer')
  await change.getByTestId('foreseen').waitFor()
  await change.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('row', { name: 'ada@example.com' }).getByText('Viewer').last().waitFor()
  await readAgain(ada.page)
  const edit = ada.page.getByRole('button', { name: 'Edit' })
  await eventually(() => edit.getAttribute('aria-disabled'), 'true')

  // A removed member can no longer read the account.
  ada.expect(404)
  const remove = await ask(page, 'ada@example.com', 'Remove')
  await remove.getByRole('button', { name: 'Remove' }).click()
  await counts(page.getByRole('row', { name: 'ada@example.com' }), 0)
  const answer = await ada.page.evaluate(
    "fetch('/session/1/test/v1/customers').then(async (each) => [each.status, await each.text()])",
  )
  const [status, text] = answer as [number, string]
  assert.deepEqual([status, text.includes('Hers')], [404, false])
  await readAgain(ada.page)
  await ada.page.getByRole('heading', { level: 1, name: 'Account not found' }).waitFor()
  await ada.page.goto(w.url)
  await ada.page
    .getByRole('heading', { level: 1, name: 'You don’t belong to an account yet' })
    .waitFor()
  await ada.page.getByText('ada@example.com').waitFor()
  await ada.page.getByRole('button', { name: 'Sign out' }).click()
  await ada.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()

  // The link worked once.
  ada.expect(400)
  await ada.page.goto(String(link))
  await ada.page.getByRole('heading', { level: 1, name: 'This link isn’t valid' }).waitFor()

  // The audit log keeps the name, as text.
  await go('audit-log')
  await page
    .getByRole('cell', { name: /Ada <b>Byron<\/b>|ada@example\.com/ })
    .first()
    .waitFor()
})

test('an owner ends the session of a member', needsChromium, async (t) => {
  const bob = await joined(w, 'bob@example.com', 'viewer')
  const { page, go } = await ownersWindow(t)
  await go('settings/members')
  const row = page.getByRole('row').filter({ hasText: 'bob@example.com' })
  await row.getByRole('button', { name: 'Sessions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('cell', { name: /Firefox.*127\.0\.0\.1/s }).waitFor()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  const ask = page.getByRole('dialog', { name: 'Sign out this session?' })
  await ask.getByTestId('foreseen').waitFor()
  await ask.getByRole('button', { name: 'Sign out' }).click()
  await dialog.getByText('No active sessions.').waitFor()
  const end = await until('the end of the session', async () => {
    const answer = await bob.get('/session/v1/sessions/current')
    return answer.status !== 200 && answer
  })
  refused(end, 401, 'session_invalid')
})

/** The link in an email. */
const linkIn = (nth: number) =>
  until(`email ${nth}`, () => {
    const mail = server.received[nth - 1]
    const text = mail && partOf(mail.mime, 'text/plain')?.body.toString('utf8')
    return text && /http\S+\/welcome#\w+/.exec(text)?.[0]
  })

test('an invitation and a password reset link come by email', needsChromium, async (t) => {
  const { page, open, expect } = await visitAsOwner(chromium, t, mailing)
  const { email } = await owner(mailing)
  // The dry run of an incomplete address.
  expect(400)
  await open('settings/members')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('ada@example.com')
  await dialog.getByText('Join Default').waitFor()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('A link was emailed to ada@example.com').waitFor()
  await linkIn(1)

  expect(401)
  await page.context().clearCookies()
  await page.goto(`${mailing.url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText('a link is on its way').waitFor()
  await page.goto(await linkIn(2))
  await page.getByLabel('New password').fill('a different phrase')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(/\/1\/(test|live)/)
})

test('a user changes their name', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  await go('profile')
  await page.getByLabel('Name').fill('Olivia Owner')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Profile: Olivia Owner' }).waitFor()
  await go('profile')
  await holds(page.getByLabel('Name'), 'Olivia Owner')
})
