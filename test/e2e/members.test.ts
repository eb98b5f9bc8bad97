// Members at the dashboard: where one is signed in, ended by an owner.
import { after, test } from 'node:test'
import { joined } from '../browser-like.ts'
import { refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { launch, needsChromium, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const CURRENT = '/session/v1/sessions/current'

test('an owner sees where a member is signed in, and ends it', needsChromium, async (t) => {
  const ada = await joined(w, 'ada@example.com', 'viewer')
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('settings/members')
  const row = page.getByRole('row').filter({ hasText: 'ada@example.com' })
  await row.getByRole('button', { name: 'Where they are signed in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('cell', { name: /Firefox.*127\.0\.0\.1/s }).waitFor()
  await assertAccessible('the sessions of a member')
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  const ask = page.getByRole('dialog', { name: 'Sign them out there?' })
  await ask.getByTestId('foreseen').waitFor()
  await ask.getByRole('button', { name: 'Sign out' }).click()
  await dialog.getByText('Nowhere just now.').waitFor()
  const end = await until('the end', async () => {
    const answer = await ada.get(CURRENT)
    return answer.status !== 200 && answer
  })
  refused(end, 401, 'session_invalid')
})
