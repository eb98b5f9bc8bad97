// Reminders by the clock: on the right civil days, for unpaid invoices, never two at once.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { get, INVOICES, type Made, makeCustomer, makeFinalized } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { differences, undone } from '../../../test/spoiled.ts'

const HOUR = 3_600_000
let wall = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world(
  { after },
  { settings: { TIME_ZONE: 'Pacific/Auckland' }, wallNow: () => wall },
)
const { api } = w

async function remindOn(days: number[], key: string): Promise<void> {
  const answer = await api.patch('/v1/account', { body: { reminder_days: days }, key })
  assert.equal(answer.status, 200, answer.text)
}

async function makeFinal(key: string, members: object, email = 'pay@example.com'): Promise<Made> {
  const { id } = await makeCustomer(api, { email }, { key })
  return makeFinalized(api, { customer_id: id, ...members }, { key })
}

/** The times of an invoice's reminders, and how the mails began. */
async function remindersOf(invoice: Made, key: string): Promise<[string, string][]> {
  const { data } = await get(api, `/v1/emails?invoice_id=${invoice.id}&kind=reminder`, { key })
  return data
    .toReversed()
    .map((mail: Made) => [mail.created_at, mail.subject.split(':')[0]] as [string, string])
}

test('unpaid invoices get reminders before and after the due date, on days of the zone', async () => {
  const key = w.keys.test
  await remindOn([-3, 0, 3], key)
  const invoice = await makeFinal(key, { due_date: '2027-04-04' })
  const unreachable = await makeFinal(key, { due_date: '2027-04-04' }, '')
  const voided = await makeFinal(key, { due_date: '2027-04-04' })
  await api.post(`${INVOICES}/${voided.id}/void`, { key })
  const { events_after } = await advanceTo(api, '2027-06-01T00:00:00.000Z', { key })
  assert.deepEqual(await remindersOf(invoice, key), [
    // Nine o'clock is 20:00 UTC of the day before in summer, 21:00 from 4 April 2027 on.
    ['2027-03-31T20:00:00.000Z', 'Reminder'],
    ['2027-04-03T21:00:00.000Z', 'Reminder'],
    ['2027-04-06T21:00:00.000Z', 'Overdue'],
  ])
  assert.deepEqual(await remindersOf(voided, key), [])
  assert.deepEqual(await remindersOf(unreachable, key), [])
  const { data } = await get(api, `/v1/events?after=${events_after}&object_id=${invoice.id}`, {
    key,
  })
  assert.deepEqual(
    data.map((event: Made) => `${event.created_at} ${event.type}`),
    [
      '2027-03-31T20:00:00.000Z invoice.reminded',
      '2027-04-03T21:00:00.000Z invoice.reminded',
      '2027-04-04T12:00:00.000Z invoice.overdue',
      '2027-04-06T21:00:00.000Z invoice.reminded',
    ],
  )
})

test('reminder days before an invoice is finalized are not made up for', async () => {
  const key = w.keys.test
  const { now } = await get(api, '/v1/test_clock', { key })
  assert.equal(now, '2027-06-01T00:00:00.000Z')
  // Noon of 1 June there: the days before and the morning of the due date have passed.
  const invoice = await makeFinal(key, { due_date: '2027-06-01' })
  await advanceTo(api, '2027-07-01T00:00:00.000Z', { key })
  assert.deepEqual(await remindersOf(invoice, key), [['2027-06-03T21:00:00.000Z', 'Overdue']])
})

test('a paid invoice gets no reminders until its payment is reversed', async () => {
  const key = w.keys.test
  await remindOn([-3, 0, 3], key)
  const invoice = await makeFinal(key, { due_date: '2027-08-20' })
  const { id: invoice_id, amount_due: amount, currency } = invoice
  const payment = { invoice_id, amount, currency, method: 'cheque' }
  const { status, body } = await api.post('/v1/payments', { body: payment, key })
  assert.equal(status, 201)
  // After the first of the three days.
  await advanceTo(api, '2027-08-18T00:00:00.000Z', { key })
  assert.deepEqual(await remindersOf(invoice, key), [])
  assert.equal((await api.post(`/v1/payments/${body.id}/reverse`, { key })).status, 200)
  await advanceTo(api, '2027-10-01T00:00:00.000Z', { key })
  assert.deepEqual(await remindersOf(invoice, key), [
    ['2027-08-19T21:00:00.000Z', 'Reminder'],
    ['2027-08-22T21:00:00.000Z', 'Overdue'],
  ])
})

test('a day that was removed from the settings is skipped, and the next one kept', async () => {
  const key = w.keys.test
  await remindOn([-3, 5], key)
  const invoice = await makeFinal(key, { due_date: '2027-11-20' })
  await remindOn([5], key)
  await advanceTo(api, '2028-01-01T00:00:00.000Z', { key })
  assert.deepEqual(await remindersOf(invoice, key), [['2027-11-24T20:00:00.000Z', 'Overdue']])
})

test('invoices that fell due during downtime are processed once after the restart', async () => {
  const key = w.keys.live
  await remindOn([-3, 0, 3, 30], key)
  const invoice = await makeFinal(key, { due_date: '2026-12-15' })
  const isOverdue = async () =>
    (await get(api, `${INVOICES}/${invoice.id}`, { key })).status === 'overdue'
  // Five days after the due date, at 13:00 there.
  wall = Date.parse('2026-12-20T00:00:00.000Z')
  await until('it to be overdue', isOverdue)
  await until('a reminder', async () => (await remindersOf(invoice, key)).length > 0)
  wall += HOUR
  const [row] = await w.sql(
    'select reminders_sent, reminder_at from invoices where environment_id = 2',
  )
  assert.deepEqual(row, {
    reminders_sent: 1,
    // The 14th of January, thirty days after the due date.
    reminder_at: Date.parse('2027-01-13T20:00:00.000Z'),
  })
  assert.deepEqual(await remindersOf(invoice, key), [['2026-12-20T00:00:00.000Z', 'Overdue']])
  const found = await undone(w.pool, async (tx) => {
    await tx.query(
      "update invoices set reminder_at = reminder_at + interval '1 second' where environment_id = 2",
    )
    return differences(tx, 2)
  })
  assert.deepEqual(
    found.map(({ name }) => name),
    ['dates'],
    'verification finds a reminder at another time of day',
  )
})
