// What commands of subscriptions return, and previews that bind them (recurring billing, sections 8 to 10). Team costs
// 47.00 a month and Business 83.00; 19 of the 30 days of June are left on the 12th.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { ACCOUNT, bodyOf, get, type Made, makeProduct, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC', proration_unit: 'day' } })
await advanceTo(api, '2027-06-01T00:00:00.000Z')
const { makePrice, subscribed, invoicesOf } = await subscribing(api)
const team = await makePrice({ unit_amount: 4700 })
const business = await makePrice({ unit_amount: 8300 })
const start = (more: object = {}): Promise<Made> =>
  subscribed({ items: [{ price_id: team.id }], start: '2027-06-01', ...more })
const plans = await Promise.all(Array.from({ length: 6 }, () => start()))
const [changing, canceling, pausing, dropping, keyed] = plans as [Made, Made, Made, Made, Made]
const trying = await start({ trial_end: '2027-06-20T00:00:00Z' })
const inTrial = await start({ trial_end: '2027-06-25T00:00:00Z' })
await advanceTo(api, '2027-06-12T00:00:00.000Z')

const pathOf = ({ id }: Made, verb: string) => `${SUBSCRIPTIONS}/${id}/${verb}`
const act = (of: Made, verb: string, body: object = {}): Promise<Made> =>
  bodyOf(api.post(pathOf(of, verb), { body }), 200)
const toBusiness = (of: Made) => ({
  items: [{ id: of.items[0].id, price_id: business.id }],
  at: 'now',
})
const bound = ({ at, hash }: Made) => ({ preview: { at, hash } })
const totals = (documents: Made[]) => documents.map(({ total }) => total)
const noted = async ({ customer_id }: Made): Promise<Made[]> =>
  (await get(api, `/v1/credit_notes?customer_id=${customer_id}`)).data

test('a command names the documents that it made, and has the tag of the subscription', async () => {
  const headers = { 'idempotency-key': 'change-at-once' }
  const path = pathOf(keyed, 'change')
  const changed = await api.post(path, { body: toBusiness(keyed), headers })
  assert.equal(changed.status, 200)
  const [, made] = await invoicesOf(keyed.id)
  const [note] = await noted(keyed)
  assert.deepEqual([made.total, note?.total], [5257, 2977])
  const { invoice_ids, credit_note_ids, dropped_changes, ...subscription } = changed.body
  assert.deepEqual([invoice_ids, credit_note_ids, dropped_changes], [[made.id], [note?.id], []])
  const read = await api.get(`${SUBSCRIPTIONS}/${keyed.id}`)
  assert.deepEqual(subscription, read.body)
  assert.equal(changed.headers.etag, read.headers.etag)
  const again = await api.post(path, { body: toBusiness(keyed), headers })
  assert.equal(again.text, changed.text)
  assert.equal(again.headers.etag, changed.headers.etag)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const tried = await api.post(`${pathOf(keyed, 'cancel')}?dry_run=true`, { body: { at: 'now' } })
  assert.deepEqual(tried.body.result.invoice_ids, [])
})

test('a command has the effects that its preview showed', async () => {
  const change = await act(changing, 'preview', toBusiness(changing))
  const costs = (items: Made[]) => items.map((item) => [item.quantity, item.interval, item.amount])
  assert.deepEqual(costs(change.items_before), [[1, 'month', 4700]])
  assert.deepEqual(costs(change.items_after), [[1, 'month', 8300]])
  assert.deepEqual(
    [totals(change.invoices), totals(change.credit_notes), change.balance_after],
    [[5257], [2977], '0.00000000'],
  )
  // The unpaid invoice of June takes the note, so the new one is to be paid in full.
  assert.equal(change.amount_due, 5257)
  const changed = await act(changing, 'change', { ...toBusiness(changing), ...bound(change) })
  assert.equal(changed.invoice_ids.length, 1)

  const credit = { at: 'now', unused: 'credit' }
  const cancel = await act(canceling, 'cancel/preview', credit)
  assert.deepEqual([cancel.status, totals(cancel.credit_notes)], ['canceled', [2977]])
  assert.deepEqual([cancel.invoices, cancel.next, cancel.next_invoice_at], [[], [], null])
  const canceled = await act(canceling, 'cancel', { ...credit, ...bound(cancel) })
  assert.deepEqual([canceled.status, canceled.credit_note_ids.length], ['canceled', 1])

  const resume_at = '2027-06-20T00:00:00.000Z'
  const returning = { credit_unused: true, resume_at }
  const pause = await act(pausing, 'pause/preview', returning)
  assert.deepEqual([pause.status, totals(pause.credit_notes)], ['paused', [2977]])
  // The subscription resumes on the 20th, with 11 of 30 days: 17.23.
  assert.deepEqual(
    pause.next.map(({ total }: Made) => total),
    [1723, 4700, 4700],
  )
  await act(pausing, 'pause', { ...returning, ...bound(pause) })
  const resume = await act(pausing, 'resume/preview')
  assert.deepEqual([resume.status, totals(resume.invoices)], ['active', [2977]])
  const resumed = await act(pausing, 'resume', bound(resume))
  assert.deepEqual(totals(await invoicesOf(pausing.id)), [4700, 2977])
  assert.equal(resumed.invoice_ids.length, 1)

  const end = await act(trying, 'trial_end/preview', { trial_end: 'now' })
  assert.deepEqual([end.status, totals(end.invoices)], ['active', [4700]])
  const ended = await act(trying, 'trial_end', { trial_end: 'now', ...bound(end) })
  assert.equal(ended.invoice_ids.length, 1)
})

test('a command whose preview is outdated is refused with the new one', async () => {
  const of = dropping
  const [first, later] = [
    await act(of, 'pause/preview'),
    await act(of, 'cancel/preview', { at: 'now' }),
  ]
  await act(of, 'change', toBusiness(of))
  const outdated = await api.post(pathOf(of, 'pause'), { body: bound(first) })
  refused(outdated, 409, 'preview_outdated', 'preview')
  const { preview } = outdated.body.error
  assert.equal(preview.object, 'subscription_change_preview')
  assert.notEqual(preview.hash, first.hash)
  // A preview of a future instant is refused.
  const at = new Date(Date.parse(later.at) + 86_400_000).toISOString()
  const body = { at: 'now', ...bound({ ...later, at }) }
  refused(await api.post(pathOf(of, 'cancel'), { body }), 409, 'preview_outdated', 'preview')
  await act(of, 'pause', bound(preview))
  const other = { customer_id: of.customer_id, items: [{ price_id: team.id }] }
  const created = await bodyOf(api.post(`${SUBSCRIPTIONS}/preview`, { body: other }), 200)
  const sent = { ...other, items: [{ price_id: business.id }], ...bound(created) }
  const refusal = await api.post(SUBSCRIPTIONS, { body: sent })
  refused(refusal, 409, 'preview_outdated', 'preview')
  assert.deepEqual(totals(refusal.body.error.preview.invoices), [8300])
})

test('a preview is outdated by any change in between, and by other credit of the customer', async () => {
  const of = await start({ trial_end: '2027-06-28T00:00:00Z' })
  const change = (quantity: number) => ({
    items: [{ id: of.items[0].id, quantity }],
    at: 'now',
  })
  const first = await act(of, 'preview', change(5))
  await act(of, 'change', change(3))
  const again = await api.post(pathOf(of, 'change'), { body: { ...change(5), ...bound(first) } })
  refused(again, 409, 'preview_outdated', 'preview')
  const credit = { amount: '20.00', currency: 'cad', reason: 'promotional' }
  const path = `/v1/customers/${of.customer_id.slice('cus_'.length)}/credit_transactions`
  assert.equal((await api.post(path, { body: credit })).status, 201)
  const { preview } = again.body.error
  const late = await api.post(pathOf(of, 'change'), { body: { ...change(5), ...bound(preview) } })
  refused(late, 409, 'preview_outdated', 'preview')
  assert.equal(late.body.error.preview.balance_after, '20.00000000')
  await act(of, 'change', { ...change(5), ...bound(late.body.error.preview) })
})

test('scheduled changes that a change makes impossible are dropped and named', async () => {
  const of = await start({ items: [{ price_id: team.id }, { price_id: business.id }] })
  const [one, two] = of.items as [Made, Made]
  const planned = await act(of, 'change', {
    items: [one, two].map(({ id }) => ({ id, quantity: 2 })),
    at: 'period_end',
  })
  assert.deepEqual(planned.dropped_changes, [])
  const changed = await act(of, 'change', { items: [{ id: two.id, remove: true }], at: 'now' })
  const parts = (changes: Made[]) =>
    changes.flatMap(({ items }) => items.map(({ id, quantity }: Made) => [id, quantity]))
  assert.deepEqual(parts(changed.dropped_changes), [[two.id, 2]])
  assert.deepEqual(parts(changed.scheduled_changes), [[one.id, 2]])
  const canceled = await act(of, 'cancel', { at: 'now' })
  assert.deepEqual(parts(canceled.dropped_changes), [[one.id, 2]])
})

test('a change at two times adds first, and ends a trial only if something changes at once', async () => {
  const [item] = inTrial.items
  const more = await bodyOf(
    api.post(`${SUBSCRIPTIONS}/${inTrial.id}/change`, {
      body: { items: [{ id: item.id, quantity: 2 }], at: 'now' },
    }),
    200,
  )
  assert.equal(more.status, 'trialing')
  const lower = { items: [{ id: item.id, quantity: 1 }], at: 'auto', end_trial: true }
  const refusal = await api.post(pathOf(inTrial, 'change'), { body: lower })
  refused(refusal, 400, 'parameter_invalid', 'end_trial')
  const ending = { items: [], at: 'now', anchor: { day_of_month: 20 }, end_trial: true }
  const ended = await act(inTrial, 'preview', ending)
  assert.deepEqual([ended.status, ended.current_period.end], ['active', '2027-06-20T00:00:00.000Z'])
  const swap = { items: [{ id: item.id, remove: true }, { price_id: business.id }], at: 'auto' }
  const swapped = await act(inTrial, 'change', swap)
  assert.deepEqual(
    [swapped.items.length, swapped.scheduled_changes[0].at],
    [2, '2027-06-25T00:00:00.000Z'],
  )
})

test('the notes of an invoice name returned time up to their limit', async () => {
  const name = 'Seats of a very long name '.repeat(9).trim()
  const { id } = await makeProduct(api, { name })
  const price = await makePrice({ product_id: id, unit_amount: 1000 })
  const dearer = await makePrice({ product_id: id, unit_amount: 2000 })
  const of = await start({ items: Array.from({ length: 20 }, () => ({ price_id: price.id })) })
  const items = of.items.map((item: Made) => ({ id: item.id, price_id: dearer.id }))
  const { invoice_ids } = await act(of, 'change', { items, at: 'now' })
  const { notes } = await get(api, `/v1/invoices/${invoice_ids[0]}`)
  assert.match(notes, /^Credit note CN-\d+ for CA\$[\d.,]+: unused time, Seats of .*…$/)
  assert.ok(notes.length <= 5000, String(notes.length))
})
