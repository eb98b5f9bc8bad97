// Without a mouse: the way through the pages, focus that can be seen, and each change of page said aloud.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { get, makeCustomer } from '../fixtures.ts'
import { world } from '../harness.ts'
import { eventually, focusHas, launch, needsChromium, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

/** The name of what has the focus, and whether it can be seen that it has. */
function focused(page: Page): Promise<{ name: string; seen: boolean }> {
  return page.evaluate(`(() => {
    const element = document.activeElement
    const marked = [element, ...['::before', '::after'].map(() => element), element.closest('tr'), element.parentElement]
      .filter(Boolean)
      .some((each) => {
        const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(each)
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || each.matches('input, textarea, select')
      })
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
    return { name: (name ?? '').trim(), seen: marked }
  })()`)
}

/** Presses Tab until the control of this name has the focus; each stop on the way must be seen. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const { name, seen } = await focused(page)
    passed.push(name)
    assert.ok(seen, `the focus on "${name}" cannot be seen`)
    if (wanted.test(name)) return
  }
  assert.fail(`no ${wanted} among ${passed.join(' | ')}`)
}

const announced = (page: Page, title: string) =>
  page
    .locator('[role=status][aria-live=assertive]', { hasText: title })
    .waitFor({ state: 'attached' })

test('a customer is made, changed and deleted by keyboard alone', needsChromium, async (t) => {
  await makeCustomer(w.api, { name: 'First' })
  const { page, open } = await visitAsOwner(chromium, t, w)
  await open('products')
  await tabTo(page, /^Skip to the content$/)
  await page.keyboard.press('Enter')
  await focusHas(page, 'id', 'content')
  await open('products')
  await tabTo(page, /^Customers$/)
  await page.keyboard.press('Enter')
  await announced(page, 'Customers')
  await focusHas(page, 'tagName', 'H1')
  await tabTo(page, /^New customer$/)
  await page.keyboard.press('Enter')
  await announced(page, 'New customer')
  await tabTo(page, /^Name/)
  await page.keyboard.type('Keyboard Ltd.')
  await page.keyboard.press('Control+Enter')
  await announced(page, 'Keyboard Ltd.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, /^Delete$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('deleted').waitFor()
  await tabTo(page, /^Delete$/)
  assert.equal(
    await page.evaluate("document.querySelector('[role=dialog]').contains(document.activeElement)"),
    true,
  )
  // Escape closes, and the focus is back on the button.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => (await focused(page)).name, 'Delete')
  await page.keyboard.press('Enter')
  await dialog.getByText('deleted').waitFor()
  await tabTo(page, /^Delete$/)
  await page.keyboard.press('Enter')
  await announced(page, 'Customers')
  const { data } = await get(w.api, '/v1/customers')
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['First'],
  )
})

test('the theme is there before the first paint, and stays as chosen', needsChromium, async (t) => {
  const { page, open } = await visitAsOwner(chromium, t, w, { colorScheme: 'dark' })
  // Without the code of the pages, what has been painted is what theme.js and the style sheet say.
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto(`${w.url}/sign-in`, { waitUntil: 'domcontentloaded' })
  const html = page.locator('html')
  await eventually(() => html.getAttribute('data-mantine-color-scheme'), 'dark')
  await page.unroute('**/assets/*.js')
  await open('customers')
  await page.getByRole('button', { name: /^You:/ }).click()
  await page.getByLabel('Theme').selectOption('light')
  await page.reload()
  await eventually(() => html.getAttribute('data-mantine-color-scheme'), 'light')
})
