// The feed of events at the dashboard, narrowed by type, customer and object; the address keeps what was chosen.
import { after, test } from 'node:test'
import { makeCustomer, makeIssued } from '../fixtures.ts'
import { world } from '../harness.ts'
import { counts, launch, needsChromium, visitAsOwner } from './browser.ts'

const w = await world({ after })
const chromium = await launch({ after })

test('events are found by type, by customer and by object', needsChromium, async (t) => {
  const maple = await makeCustomer(w.api, { name: 'Maple Ltd.' })
  await makeCustomer(w.api, { name: 'Birch Ltd.' })
  const invoice = await makeIssued(w.api, { customer_id: maple.id })
  const { page, open } = await visitAsOwner(chromium, t, w)
  const rows = page.getByRole('main').locator('details')
  const feed = page.getByRole('main')
  await open('events')
  await feed.getByLabel('Type').selectOption('customer.created')
  await page.waitForURL('**/events?type=customer.created')
  await counts(rows, 2)
  await open(`events?type=customer.created&customer_id=${maple.id}`)
  await counts(rows, 1)
  await feed.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL('**/events')
  await feed.getByLabel('Object ID').fill(invoice.id)
  await feed.getByLabel('Object ID').press('Enter')
  await page.waitForURL(`**/events?object_id=${invoice.id}`)
  await rows.filter({ hasText: 'invoice.finalized' }).waitFor()
  await counts(rows.filter({ hasText: 'customer.' }), 0)
  // Nothing about it is of that type, and the way back is at hand.
  await feed.getByLabel('Type').selectOption('product.*')
  await feed.getByText('No events match these filters.').waitFor()
  await feed.getByRole('button', { name: 'Clear filters' }).last().click()
  await rows.filter({ hasText: 'customer.created' }).first().waitFor()
})
