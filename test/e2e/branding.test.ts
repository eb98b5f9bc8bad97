// Settings of branding: the document beside the form is the one that the server sets of what is not saved yet.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { get } from '../fixtures.ts'
import { world } from '../harness.ts'
import { launch, needsChromium, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('the preview follows what is typed and saves nothing', needsChromium, async (t) => {
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('settings/branding')
  const before = await get(w.api, '/v1/account')
  const answered = page.waitForResponse((response) => response.url().includes('footer=Merci'))
  await page.getByLabel('Footer').fill('Merci')
  const answer = await answered
  assert.equal(answer.status(), 200)
  assert.equal(answer.headers()['content-type'], 'application/pdf')
  await page.locator('iframe[title="Document preview"][src*="footer=Merci"]').waitFor()
  await assertAccessible('branding', 'main')
  assert.deepEqual(await get(w.api, '/v1/account'), before)
})
