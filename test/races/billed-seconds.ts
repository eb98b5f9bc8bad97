// Checks the documents of raced subscriptions. A unit costs 864.00 a day, so that each second of it costs one cent: the
// amount billed for a second is a whole quantity, and one of those that its events show.

import assert from 'node:assert/strict'
import type { Api } from '../client.ts'
import { get, INVOICES, type Made } from '../fixtures.ts'

export const UNIT_AMOUNT = 86_400
const CENTS_A_SECOND = 1
const DAY_MS = 86_400_000

/** The statuses that can follow each other, from the design of recurring billing. */
const FOLLOWING: Record<string, string[]> = {
  scheduled: ['trialing', 'paused', 'active', 'canceled'],
  incomplete: ['active', 'canceled'],
  trialing: ['active', 'past_due', 'canceled', 'paused'],
  active: ['past_due', 'paused', 'canceled'],
  past_due: ['active', 'paused', 'canceled'],
  paused: ['trialing', 'past_due', 'active', 'canceled'],
  canceled: [],
}

/** Whether a pause or an end returns paid time. */
export interface Terms {
  isReturned: boolean
}

/** A quantity from one instant until another. */
interface Stretch {
  from: number
  until: number
  quantity: number
}

/** Fails unless the documents of a subscription bill each second once, as its events say. */
export async function assertBilledOnce(api: Api, { id }: Made, terms: Terms): Promise<void> {
  const read = async (path: string): Promise<Made[]> => (await get(api, path)).data
  const subscription = await get(api, `/v1/subscriptions/${id}`)
  const invoices = await read(`${INVOICES}?subscription_id=${id}&limit=100`)
  const customer = `customer_id=${subscription.customer_id}&limit=100`
  const notes = (await read(`/v1/credit_notes?${customer}`)).filter(
    ({ subscription_id }) => subscription_id === id,
  )
  const events = await read(`/v1/events?object_id=${id}&limit=100`)
  assertStatuses(events)
  assert.equal(subscription.status, events.at(-1).data.object.status)
  assertMoney(invoices, notes)
  assert.deepEqual(steps(billed(invoices, notes)), steps(due(events, terms)), id)
}

function assertStatuses(events: Made[]): void {
  let status = 'scheduled'
  for (const { type, data } of events) {
    const next = data.object.status
    if (type === 'subscription.created') status = next
    assert.ok(next === status || FOLLOWING[status]?.includes(next), `${status} to ${next}`)
    assert.equal(data.object.canceled_at !== null, next === 'canceled')
    if (next === 'paused') assert.notEqual(data.object.pause, null)
    status = next
  }
}

/** Fails if an invoice was credited or paid beyond its amounts. */
function assertMoney(invoices: Made[], notes: Made[]): void {
  for (const { id, number, total, line_items, ...invoice } of invoices) {
    const own = notes.filter(({ invoice_id }) => invoice_id === id)
    for (const line of line_items) {
      const back = own.flatMap(({ lines }) =>
        lines.filter(({ invoice_line_id }: Made) => invoice_line_id === line.id),
      )
      const sum = back.reduce((all, { amount }) => all + amount, 0)
      assert.ok(sum <= line.amount, `${number}: ${sum} of ${line.amount} is returned`)
    }
    const toOpen = own.reduce((all, note) => all + note.to_open, 0)
    const { amount_paid, credit_applied, amount_remaining } = invoice
    assert.equal(amount_paid + credit_applied + toOpen + amount_remaining, total, number)
    assert.ok(amount_remaining >= 0, number)
  }
}

const wholeSecond = (at: string) => Math.floor(Date.parse(at) / 1000) * 1000
const secondsOf = ({ start, end }: Made) => (Date.parse(end) - Date.parse(start)) / 1000

function billed(invoices: Made[], notes: Made[]): Stretch[] {
  const lines = new Map<string, Made>()
  const stretch = ({ period, amount }: Made, line: Made, sign: 1 | -1): Stretch => {
    const { quantity_before = 0 } = line.pricing?.part ?? {}
    const quantity = Number(line.quantity_decimal ?? line.quantity) - Number(quantity_before)
    assert.equal(amount, quantity * secondsOf(period) * CENTS_A_SECOND)
    const [from, until] = [Date.parse(period.start), Date.parse(period.end)] as const
    return { from, until, quantity: sign * quantity }
  }
  for (const line of invoices.flatMap(({ line_items }) => line_items)) lines.set(line.id, line)
  return [
    ...[...lines.values()].map((line) => stretch(line, line, 1)),
    ...notes.flatMap((note) =>
      note.lines.map((back: Made) => stretch(back, lines.get(back.invoice_line_id), -1)),
    ),
  ]
}

/** The stretches that are to be billed according to the events of a subscription. */
function due(events: Made[], { isReturned }: Terms): Stretch[] {
  const found: Stretch[] = []
  let open: Stretch | undefined
  const close = (at: number) => {
    if (open) found.push({ ...open, until: at })
    open = undefined
  }
  const [{ data: created }] = events as [Made]
  let paid = Date.parse(created.object.start)
  let isFirst = true
  for (const { created_at, data } of events) {
    const { status, pause, items, canceled_at, current_period } = data.object
    const { start: begin, trial_end } = data.object
    const at = wholeSecond(created_at)
    if (status === 'active' || status === 'past_due') {
      // A step that is late bills from its own instant.
      const start = open ? at : isFirst ? Date.parse(trial_end ?? begin) : Math.max(at, paid)
      isFirst = false
      paid = Date.parse(current_period.end)
      const { quantity } = items[0]
      if (open?.quantity === quantity) continue
      close(start)
      open = { from: start, until: paid, quantity }
    } else if (status === 'paused' && !open) isFirst = false
    else if (open && (status === 'paused' || status === 'canceled')) {
      const end = wholeSecond(canceled_at ?? pause.from)
      paid = isReturned ? end : paid
      close(paid)
    }
  }
  close(paid)
  return found
}

/** The quantity from each instant at which it changes. */
function steps(stretches: Stretch[]): [string, number][] {
  const edges = stretches.flatMap(({ from, until, quantity }): [number, number][] => [
    [from, quantity],
    [until, -quantity],
  ])
  const found: [string, number][] = []
  let sum = 0
  for (const at of [...new Set(edges.map(([at]) => at))].toSorted((a, b) => a - b)) {
    const change = edges.reduce((all, [other, by]) => (other === at ? all + by : all), 0)
    sum += change
    if (change !== 0) found.push([new Date(at).toISOString(), sum])
  }
  return found
}

export const daysAfter = (at: number, days: number): string =>
  new Date(at + days * DAY_MS).toISOString()
