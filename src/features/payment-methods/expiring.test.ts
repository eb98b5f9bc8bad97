// Cards that expire: an event 30 days before, and an email to the customer, once.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, allEvents, bodyOf, get, type Made } from '../../../test/fixtures.ts'
import { CARD } from '../../../test/online.ts'
import { savingCards } from '../../../test/savers.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
const { subscribed, act } = await subscribing(api)
const { saver } = savingCards(api)

const emailsTo = async (customer_id: string): Promise<Made[]> =>
  (await get(api, `/v1/emails?customer_id=${customer_id}&kind=card_expiring`)).data

/** How often events say that cards of the customer expire. */
const eventsOf = async (customer_id: string): Promise<number> =>
  (await allEvents(api)).filter(
    ({ type, data }) =>
      type === 'payment_method.expiring' && data.object.customer_id === customer_id,
  ).length

test('the customer is written to once before a card expires to which something is charged', async () => {
  // Test cards expire at the end of the year after next.
  const email = 'pay@maple.example'
  const [used] = await saver([CARD.pays], { email, language: 'fr' })
  const [detached, gone] = await saver([CARD.pays], { email })
  const [named, , second] = await saver([CARD.pays, CARD.declinesLater], { email })
  const [silent] = await saver([CARD.pays])
  await bodyOf(api.post(`/v1/payment_methods/${gone}/detach`), 200)
  const [year] = (await get(api, '/v1/test_clock')).now.split('-')
  const sent = { customer_id: named, payment_method_id: second, collection: 'charge' }
  const { id } = await subscribed({ ...sent, start: `${Number(year) + 3}-06-01` })
  const before = `${Number(year) + 2}-12-02T08:59:00.000Z`
  await advanceTo(api, before)
  assert.deepEqual(await emailsTo(used), [])
  await advanceTo(api, `${Number(year) + 2}-12-03T12:00:00.000Z`)
  const [notice, ...more] = await emailsTo(used)
  assert.deepEqual([more, notice?.to, notice?.invoice_id], [[], email, null])
  const { subject, text } = await get(api, `/v1/emails/${notice?.id}`)
  assert.equal(subject, 'Votre carte expire bientôt\u00a0: Default')
  assert.ok(text.includes('Visa ••••\u00a04242'), text)
  assert.ok(text.includes(`12/${Number(year) + 2}`), text)
  const counts = [detached, named, silent].map(async (each) => (await emailsTo(each)).length)
  assert.deepEqual(await Promise.all(counts), [0, 2, 0])
  // The customer without an address has an event, too.
  const said = [used, detached, named, silent].map(eventsOf)
  assert.deepEqual(await Promise.all(said), [1, 0, 2, 1])
  await act(id, 'cancel', { at: 'now' })

  const [later] = await saver([CARD.pays], { email })
  await bodyOf(api.patch(ACCOUNT, { body: { emails_off: ['card_expiring'] } }), 200)
  await advanceTo(api, `${Number(year) + 4}-12-03T12:00:00.000Z`)
  assert.deepEqual([(await emailsTo(later)).length, (await emailsTo(used)).length], [0, 1])
  assert.deepEqual([await eventsOf(later), await eventsOf(used)], [1, 1])
})
