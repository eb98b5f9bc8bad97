// Somebody joins and leaves: invited by a link, of one role and then another, removed, and out at once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../browser-like.ts'
import { get } from '../fixtures.ts'
import { world } from '../harness.ts'
import { counts, eventually, launch, needsChromium, visit, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

/** The dialog of an action about somebody in the list, once it has told what will happen. */
async function ask(page: Page, who: string, action: string) {
  await page.getByRole('row', { name: who }).getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('foreseen').waitFor()
  return dialog
}

test('invited, joined, changed, removed, and out', needsChromium, async (t) => {
  const owner = await visitAsOwner(chromium, t, w)
  const { page } = owner
  await owner.open('settings/members')
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  // Nobody is asked about an address that is still being typed, and nothing is held against it.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('dry_run')) asked.push(request.postData() ?? '')
  })
  for (const part of ['ada', 'ada@', 'ada@example', 'ada@example.']) {
    await dialog.getByLabel('Email').fill(part)
    // Choosing a role is another action, which would be asked about at once.
    await dialog.getByLabel('Role').selectOption('developer')
    await dialog.getByLabel('Role').selectOption('viewer')
    assert.ok(await dialog.getByRole('button', { name: 'Invite' }).isDisabled(), part)
  }
  assert.deepEqual(asked, [])
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

  // In a browser of her own.
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
  await ada.open('customers/new')
  await ada.page.getByLabel('Name').fill('Hers')
  await ada.page.getByRole('button', { name: 'Create customer' }).click()
  await ada.page.getByRole('heading', { level: 1, name: 'Hers' }).waitFor()

  // The link worked once.
  const again = await visit(chromium, t, w)
  again.expect(400)
  await again.page.goto(String(link))
  await again.page.getByRole('heading', { level: 1, name: 'This link isn’t valid' }).waitFor()

  // Another role holds from her next request on.
  await page.reload()
  await page
    .getByRole('row', { name: 'ada@example.com' })
    .getByText('Active', { exact: true })
    .waitFor()
  const change = await ask(page, 'ada@example.com', 'Change role')
  await change.getByLabel('Role').selectOption('viewer')
  await change.getByTestId('foreseen').waitFor()
  await change.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('row', { name: 'ada@example.com' }).getByText('Viewer').last().waitFor()
  await ada.page.reload()
  const edit = ada.page.getByRole('button', { name: 'Edit' })
  await eventually(() => edit.getAttribute('aria-disabled'), 'true')

  // Removed: what is open there shows nothing more, and her cookie opens nothing of the account.
  ada.expect(404)
  const remove = await ask(page, 'ada@example.com', 'Remove')
  await remove.getByRole('button', { name: 'Remove' }).click()
  await counts(page.getByRole('row', { name: 'ada@example.com' }), 0)
  const answer = await ada.page.evaluate(
    "fetch('/session/1/test/v1/customers').then(async (each) => [each.status, await each.text()])",
  )
  const [status, text] = answer as [number, string]
  assert.deepEqual([status, text.includes('Hers')], [404, false])
  await ada.page.reload()
  await ada.page.getByRole('heading', { level: 1, name: 'Account not found' }).waitFor()
  await ada.page.goto(w.url)
  await ada.page
    .getByRole('heading', { level: 1, name: 'You don’t belong to an account yet' })
    .waitFor()
  await ada.page.getByText('ada@example.com').waitFor()
  await ada.assertAccessible('somebody without an account')
  await ada.page.getByRole('button', { name: 'Sign out' }).click()
  await ada.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()

  // What she did stays in her name, as a text.
  await owner.open('audit-log')
  await page
    .getByRole('cell', { name: /Ada <b>Byron<\/b>|ada@example\.com/ })
    .first()
    .waitFor()
  const { data } = await get(w.api, '/v1/audit_log?limit=100', {
    key: w.keys.live,
  })
  assert.ok(data.some(({ action }: { action: string }) => action === 'removeMember'))
})
