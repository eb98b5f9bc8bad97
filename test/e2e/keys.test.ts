// An API key: created, copied once, used, renamed, rolled, revoked, and rejected from then on.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PASSWORD } from '../browser-like.ts'
import { get } from '../fixtures.ts'
import { world } from '../harness.ts'
import { eventually, holds, launch, needsChromium, says, sharedWindow } from './browser.ts'

const w = await world({ after })
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w, CLIPBOARD)
/** The status of a request with a key. */
const statusOf = async (key: string) => (await w.api.get('/v1/customers', { key })).status

test('a key is created, copied, used, rolled and revoked', needsChromium, async (t) => {
  const { page, go } = await ownersWindow(t)
  const main = page.getByRole('main')
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await go('developers/keys/new')
  await main.getByLabel('Name').fill('Shop')
  await main.getByLabel('Permissions').selectOption('bill')
  await press('Create key')
  const shown = page.getByTestId('secret')
  const copied = async () => {
    await shown.waitFor()
    const key = (await shown.textContent()) ?? ''
    assert.match(key, /^svc_test_[0-9A-Za-z]{16}_[0-9A-Za-z]{38}$/)
    await page.getByRole('alert').getByRole('button', { name: 'Copy', exact: true }).click()
    await eventually(() => page.evaluate('navigator.clipboard.readText()'), key)
    return key
  }
  const first = await copied()
  const id = first.split('_').slice(0, 3).join('_')
  assert.equal(await statusOf(first), 200)
  assert.equal((await w.api.get('/v1/account', { key: first })).status, 403)

  // The key is shown once: neither the list nor its page shows it again.
  await press('Done')
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await main.getByRole('link', { name: 'Shop' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
  await main.getByText(/from 127\.0\.0\.1|from ::1/).waitFor()
  for (const path of ['developers/keys', `developers/keys/${id}`, 'developers/keys/new']) {
    await go(path)
    assert.ok(!(await page.content()).includes(first), path)
  }

  // Rolled: the new key is shown once, and the old one works for another day.
  await go(`developers/keys/${id}`)
  await press('Roll')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: 'Roll', exact: true }).click()
  const second = await copied()
  assert.notEqual(second, first)
  assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200])

  await press('Done')
  await go(`developers/keys/${id}`)
  await press('Revoke')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await main.locator('[data-status=revoked]').waitFor()
  assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200])
  const revoke = main.getByRole('button', { name: 'Revoke', exact: true })
  await eventually(() => revoke.getAttribute('aria-disabled'), 'true')
})

test('a key has the scopes that were chosen, and is renamed', needsChromium, async (t) => {
  const { page, go, expect } = await ownersWindow(t)
  const main = page.getByRole('main')
  await go('developers/keys/new')
  // A key without a name is rejected at its field.
  expect(400)
  await main.getByRole('button', { name: 'Create key' }).click()
  await page.locator('[name=name][aria-invalid=true]').waitFor()
  await main.getByLabel('Name').fill('Reader')
  await main.getByLabel('Permissions').selectOption('own')
  await main.getByLabel('Write: products').check()
  await main.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByTestId('secret').textContent()
  const id = String(key).split('_').slice(0, 3).join('_')
  await go(`developers/keys/${id}`)
  await main.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog')
  await holds(dialog.getByLabel('Name'), 'Reader')
  await dialog.getByLabel('Name').fill('Catalogue')
  await dialog.getByTestId('foreseen').waitFor()
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await says(page.getByRole('heading', { level: 1 }), 'Catalogue')
  const { scopes } = await get(w.api, `/v1/api_keys/${id}`)
  assert.deepEqual(scopes.toSorted(), ['account:read', 'products:write'])
})

const forgetPassword = () =>
  w.sql("update sessions set confirmed_at = created_at - interval '1 hour'")

test(
  'live keys and endpoints ask for the password, and are then created',
  needsChromium,
  async (t) => {
    const { page, go, expect } = await ownersWindow(t)
    await forgetPassword()
    expect(403, 401)
    await go('../live/developers/keys/new')
    const main = page.getByRole('main')
    await main.getByLabel('Name').fill('Shop')
    await main.getByLabel('Permissions').selectOption('bill')
    await main.getByRole('button', { name: 'Create key', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    const password = dialog.locator('[name=confirm-password]')
    await password.fill('not this one')
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    await password.fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    const key = (await page.getByTestId('secret').textContent()) ?? ''
    assert.match(key, /^svc_live_/)
    assert.equal(await statusOf(key), 200)
    await main.getByRole('button', { name: 'Done', exact: true }).click()

    await forgetPassword()
    await go('../live/webhooks/new')
    await main.getByLabel('URL').fill('https://app.example.com/hooks')
    await main.getByRole('button', { name: 'Create endpoint', exact: true }).click()
    await password.fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await main.getByText(/^whsec_/).waitFor()
  },
)

test('a key expires at the end of a day in the account’s time zone', needsChromium, async (t) => {
  const { status } = await w.api.patch('/v1/account', { body: { time_zone: 'Asia/Tokyo' } })
  assert.equal(status, 200)
  const { page, open } = await ownersWindow(t)
  const main = page.getByRole('main')
  await open('developers/keys/new')
  await main.getByLabel('Name').fill('Until June')
  await main.getByText('At the end of this day (Asia/Tokyo).', { exact: false }).waitFor()
  await main.getByLabel('Expires').fill('2090-06-30')
  await main.getByRole('button', { name: 'Create key', exact: true }).click()
  await main.getByRole('button', { name: 'Done', exact: true }).click()
  await main.getByText('Times are in Asia/Tokyo.').waitFor()
  await main.getByRole('link', { name: 'Until June' }).click()
  await main.getByText('Jun 30, 2090, 11:59 PM (Asia/Tokyo)', { exact: false }).waitFor()
  const { data } = await get(w.api, '/v1/api_keys')
  const made = data.find(({ name }: { name: string }) => name === 'Until June')
  assert.equal(made.expires_at, '2090-06-30T14:59:59.999Z')
})
