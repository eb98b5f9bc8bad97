// Before anybody owns the installation: the first page says how to become the owner, and is gone once somebody is.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, owner } from '../browser-like.ts'
import { world } from '../harness.ts'
import { counts, launch, needsChromium, visit } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('it says how to become the owner', needsChromium, async (t) => {
  const installation = async () => {
    const answer = await browser(w).send('GET', '/session/v1/installation')
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  assert.deepEqual(await installation(), { object: 'installation', is_owned: false })
  const { page, expect, assertAccessible } = await visit(chromium, t, w)
  // Who is not signed in is told so by every page.
  expect(401)
  await page.goto(w.url)
  await page.getByRole('heading', { level: 2, name: 'Create the owner account' }).waitFor()
  await page.getByText('npm run -s reckoner -- owner-link').waitFor()
  await assertAccessible('nobody owns it')
  await owner(w)
  assert.deepEqual(await installation(), { object: 'installation', is_owned: true })
  await page.goto(w.url)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  await counts(page.getByRole('heading', { level: 2 }), 0)
})
