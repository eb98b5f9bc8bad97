// Failed payments on the pages: the plan in the settings with its example, its emails, and what follows for an invoice.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../clock.ts'
import { get, makeFinalized } from '../fixtures.ts'
import { world } from '../harness.ts'
import { CARD } from '../online.ts'
import { savingCards } from '../savers.ts'
import { counts, launch, needsChromium, sharedWindow } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })
const ownersWindow = sharedWindow(chromium, { after }, w)

test('the plan is set with an example, and its emails have switches', needsChromium, async (t) => {
  const { page, go, expect, assertAccessible } = await ownersWindow(t)
  expect(400)
  const main = page.getByRole('main')
  await go('settings/retries')
  const example = main.getByRole('list', { name: 'Example' })
  await example.getByText('the subscription stays past due').waitFor()
  assert.equal(await example.getByRole('listitem').count(), 5)
  const days = main.getByLabel('Days after the first failure')
  const save = () => main.getByRole('button', { name: 'Save', exact: true }).click()
  await days.fill('5, 2')
  await save()
  await main.getByText('ascending and each once').first().waitFor()
  await days.fill('2, 5')
  await main.getByLabel('Time of the attempts').selectOption('9')
  await main.getByLabel('After the last attempt').selectOption('pause')
  await example.getByText('the subscription is paused').waitFor()
  await save()
  await page.getByText('Settings saved').waitFor()
  await assertAccessible('the settings of failed payments')
  const { retry_plan } = await get(w.api, '/v1/account')
  assert.deepEqual(retry_plan, { days: [2, 5], at_hour: 9, end: 'pause' })

  await go('settings/emails')
  const preview = main.getByRole('region', { name: 'Preview' })
  await preview.getByText('We will try again on').waitFor()
  await main.getByLabel('Email to preview').selectOption('collection_ended')
  await preview.getByText('Your subscription is paused.').waitFor()
  await main.getByLabel('Language', { exact: true }).selectOption('fr')
  await preview.getByText('Votre abonnement est suspendu.').waitFor()
  await main.getByRole('switch', { name: 'Later failures' }).click()
  await save()
  await page.getByText('Settings saved').first().waitFor()
  await assertAccessible('the settings of emails')
  assert.deepEqual((await get(w.api, '/v1/account')).emails_off, ['payment_failed_again'])
})

test(
  'an invoice that failed shows what follows, and its customer is in grace',
  needsChromium,
  async (t) => {
    const { page, go, assertAccessible } = await ownersWindow(t)
    const { saver, decided } = savingCards(w.api)
    const body = { retry_plan: { days: [2, 5], end: 'write_off' } }
    await w.api.patch('/v1/account', { body })
    const [customer_id] = await saver([CARD.declinesLater], { auto_pay_enabled: true })
    const invoice = await makeFinalized(w.api, { customer_id })
    await decided(invoice)
    const main = page.getByRole('main')
    await go(`invoices/${invoice.id}`)
    await main.getByText('It is tried again on').waitFor()
    await main.getByText('the invoice is written off if it is still unpaid').waitFor()
    await assertAccessible('the page of an invoice that failed')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await main
      .getByRole('list', { name: 'Planned' })
      .or(main.getByLabel('Planned'))
      .first()
      .waitFor()
    await go(`customers/${customer_id.replace('cus_', '')}`)
    await main.getByText('Grace period: an automatic payment failed on').waitFor()
    await assertAccessible('the page of a customer in grace')
    await go('')
    const concern = page.locator('[data-concern=collections_failed]')
    await concern.getByText(/^1 automatic payment failed · \S*59\.97$/).waitFor()
    await concern.getByRole('button', { name: 'Charge card' }).waitFor()
    await concern.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await page.getByRole('link', { name: invoice.number }).waitFor()
    await counts(page.locator('tbody tr'), 1)
    const { now } = await get(w.api, '/v1/test_clock')
    await advanceTo(w.api, new Date(Date.parse(now) + 6 * 86_400_000).toISOString())
    await go(`customers/${customer_id.replace('cus_', '')}`)
    await main.getByText('Blocked: an unpaid invoice was written off').waitFor()
  },
)
