// Sends the commands of random subscriptions that change within a period, and applies them to the model.

import assert from 'node:assert/strict'
import * as books from './changes-books.ts'
import type { Command } from './changes-commands.ts'
import * as pauses from './changes-pauses.ts'
import { assertExpired, confirm, type Kept, keep, type Sent } from './changes-previews.ts'
import { expectedState, seenState, shown } from './changes-shown.ts'
import type { Side } from './changes-sides.ts'
import * as steps from './changes-steps.ts'
import type { Api } from './client.ts'
import { get, INVOICES, type Made, PAYMENTS } from './fixtures.ts'
import type { Random } from './random.ts'

export const SUBSCRIPTIONS = '/v1/subscriptions'
export const NOTES = '/v1/credit_notes'

/** A subscription of the model, and the same one of each side. */
export interface Life {
  label: string
  random: Random
  sub: books.Sub
  /** The key of the next item. */
  next: number
  ids: string[]
  customers: string[]
  isAmountOff: boolean
  items: Map<string, number>[]
  story: string[]
  /** Previews that are confirmed after the clock has moved. */
  kept: Kept[]
  /** The failed command, after which it takes no part. */
  fault?: string
}

export async function send(api: Api, sides: Side[], life: Life, command: Command, now: number) {
  const { sub } = life
  life.story.push(
    `${shown(now)} ${JSON.stringify(command, (name, value) => (name === 'price' ? value.name : value))}`,
  )
  if (command.verb === 'touch') return touch(api, sides, life, command)
  const isBound = command.verb === 'refused' || command.verb === 'previewed'
  const sent = isBound ? command.of : command
  const before = new Map(sub.items.map((item) => [item.key, item]))
  const all = sides.map(({ key, prices }, index) => ({
    ...{ key, customer: life.customers[index]! },
    path: `${SUBSCRIPTIONS}/${life.ids[index]}/${pathOf(sent)}`,
    body: bodyOf(life, index, sent, { before, prices }),
  }))
  if (command.verb === 'refused') return refuse(api, all, command)
  const { between } = command.verb === 'previewed' ? command : {}
  const happen = async () => {
    const { next } = life
    await send(api, sides, life, between!, now)
    // This change adds no item.
    life.next = next
  }
  const answers =
    command.verb === 'previewed'
      ? await confirm(api, all, between && happen, between?.verb === 'change')
      : await inOrder(all, ({ key, path, body }) => api.post(path, { key, ...(body && { body }) }))
  for (const { status, text } of answers) assert.equal(status, 200, text)
  const rows = answers.map(({ body }) => body)
  for (const [index, row] of rows.entries()) learn(life, index, row)
  apply(sub, sent, now)
  if (isChange(sent)) life.next++
  for (const [index, row] of rows.entries()) {
    const { prices } = sides[index] as Side
    const seen = seenState(row, sub, life.items[index] as Map<string, number>)
    assert.deepEqual(seen, expectedState(sub, prices))
  }
}

/** Keeps a preview of a change for the next round, and confirms the one that was kept: it is too late. */
export async function confirmLate(api: Api, sides: Side[], life: Life, now: number) {
  const { sub, random, kept } = life
  for (const each of kept) await assertExpired(api, each, now)
  life.kept = []
  const [item] = sub.items as [books.Item]
  if (random.below(3) > 0 || !['active', 'trialing'].includes(sub.status)) return
  const request = { items: [item], proration: 'prorate', isReset: false } as books.Request
  const command = { verb: 'change', request, isInterval: false, isBrief: false } as const
  life.kept = await inOrder([...sides.entries()], ([index, { key, prices }]) => {
    const path = `${SUBSCRIPTIONS}/${life.ids[index]}/change`
    const body = bodyOf(life, index, command, { before: new Map(), prices })
    return keep(api, { key, customer: '', path, body }, now)
  })
}

async function inOrder<T, R>(all: T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of all) done.push(await act(one))
  return done
}

/** Sends a request that the state does not allow. */
async function refuse(api: Api, all: Sent[], command: Command & { verb: 'refused' }) {
  for (const { key, path, body: sent } of all) {
    const { status, text, body } = await api.post(path, { key, ...(sent && { body: sent }) })
    const code: string | undefined = command.code && body.error.code
    assert.deepEqual([status, code], [command.status, command.code], text)
  }
}

const isChange = ({ verb }: Command) => verb === 'change' || verb === 'schedule' || verb === 'auto'
const pathOf = (command: Command) => (isChange(command) ? 'change' : command.verb)

function apply(sub: books.Sub, command: Command, now: number): void {
  switch (command.verb) {
    case 'change':
      books.changeNow(sub, command.request, now)
      if (command.isTrialEnd) steps.endTrial(sub, now)
      return
    case 'auto': {
      const { items, isInterval: isReset } = command
      const [atOnce, later] = [true, false].map((is) =>
        items.filter((item) => pauses.isAtOnce(sub, item) === is),
      ) as [books.ItemChange[], books.ItemChange[]]
      const request = { items: atOnce, proration: 'prorate', isReset } as const
      if (atOnce.length > 0) books.changeNow(sub, request, now)
      if (later.length > 0) books.schedule(sub, sub.period!.end, later)
      return
    }
    case 'schedule':
      books.schedule(sub, sub.period!.end, command.items)
      return
    case 'keep':
      sub.cancelAt = null
      return
    case 'pause': {
      const { at, isReturned, resume_at } = command
      const pause = { from: pauses.pauseAt(sub, at, now), resume_at, isReturned }
      if (at === 'now' && sub.status !== 'scheduled') pauses.begin(sub, pause, now, true)
      else sub.pause = pause
      return
    }
    case 'resume':
      if (command.at === 'now') pauses.resume(sub, now, command.isReset)
      else sub.pause!.resume_at = command.at
      return
    case 'trial_end':
      if (command.at === 'now') steps.endTrial(sub, now)
      else pauses.moveTrial(sub, command.at)
      return
    case 'cancel':
      if (command.at === 'period_end') sub.cancelAt = sub.period!.end
      else books.cancelNow(sub, command.unused, now)
  }
}

/** The request of a command; a brief one leaves out what stays. */
function bodyOf(
  life: Life,
  index: number,
  command: Command,
  known: { before: Map<number, books.Item>; prices: Map<string, string> },
): object | undefined {
  switch (command.verb) {
    case 'cancel':
      return command.at === 'now' ? { at: 'now', unused: command.unused } : { at: command.at }
    case 'pause': {
      const { at, isReturned, resume_at } = command
      return {
        ...(at !== 'now' && { at: instantOf(at) }),
        ...(isReturned && { credit_unused: true }),
        ...(resume_at !== null && { resume_at: shown(resume_at) }),
      }
    }
    case 'resume':
      return {
        ...(command.at !== 'now' && { at: instantOf(command.at) }),
        ...(command.isReset && { anchor: 'reset' }),
      }
    case 'trial_end':
      return { trial_end: instantOf(command.at) }
    case 'change':
    case 'schedule':
    case 'auto':
      return changeOf(life.items[index] as Map<string, number>, command, known)
    default:
      return undefined
  }
}

const instantOf = (at: string | number) => (typeof at === 'number' ? shown(at) : at)

function changeOf(
  items: Map<string, number>,
  command: Command & { verb: 'change' | 'schedule' | 'auto' },
  { before, prices }: { before: Map<number, books.Item>; prices: Map<string, string> },
): object {
  const ids = new Map([...items].map(([id, key]) => [key, id]))
  const isBrief = command.verb === 'change' && command.isBrief
  const changes = command.verb === 'change' ? command.request.items : command.items
  const sent = changes.map((item) => {
    const id = ids.get(item.key)
    if ('remove' in item) return { id, remove: true }
    const had = before.get(item.key)
    const isSame = isBrief && had?.price === item.price
    const isKept = isBrief && had?.quantity === item.quantity
    return {
      ...(id && { id }),
      ...(!isSame && { price_id: prices.get(item.price.name) }),
      ...(!isKept && { quantity: item.quantity }),
    }
  })
  if (command.verb === 'schedule') return { items: sent, at: 'period_end' }
  if (command.verb === 'auto') return { items: sent, at: 'auto' }
  const { proration, isReset } = command.request
  const isDefault = isBrief && proration === 'prorate'
  return {
    ...{ items: sent, at: 'now' },
    ...(!isDefault && { proration }),
    ...(isReset && !(command.isInterval && isBrief) && { anchor: 'reset' }),
    ...(command.isTrialEnd && { end_trial: true }),
  }
}

/** Remembers the ID of a new item. */
function learn(life: Life, index: number, row: Made): void {
  const items = life.items[index] as Map<string, number>
  const changes: Made[] = row.scheduled_changes.flatMap((change: Made) => change.items)
  for (const { id } of [...row.items, ...changes]) if (!items.has(id)) items.set(id, life.next)
}

/** Pays, credits or voids one of the newest invoices, if that is allowed. */
async function touch(
  api: Api,
  sides: Side[],
  { sub, ids }: Life,
  { kind, percent, newest }: Command & { verb: 'touch' },
): Promise<void> {
  const found = await Promise.all(
    sides.map(async ({ key }, index) => {
      const path = `${INVOICES}?subscription_id=${ids[index]}&limit=3`
      const invoice = (await get(api, path, { key })).data[newest]
      if (!invoice) return undefined
      const { id: invoice_id, amount_remaining, total } = invoice
      const amount = Math.ceil(((kind === 'pay' ? amount_remaining : total) * percent) / 100)
      if (amount === 0) return undefined
      const { status } = await {
        pay: () =>
          api.post(PAYMENTS, { key, body: { invoice_id, amount, method: 'bank_transfer' } }),
        goodwill: () => api.post(NOTES, { key, body: { invoice_id, amount, reason: 'goodwill' } }),
        void: () => api.post(`${INVOICES}/${invoice_id}/void`, { key }),
      }[kind]()
      assert.ok(status < 300 || status === 409)
      return status < 300 ? amount : undefined
    }),
  )
  assert.equal(new Set(found.map((amount) => amount === undefined)).size, 1, 'the sides agree')
  if (found[0] === undefined) return
  const bills = books.billsOf(sub).filter(({ charges }) => charges.some(({ amount }) => amount > 0))
  const nth = bills.length - 1 - newest
  sub.log.push({ type: 'touch', kind, nth, amounts: found as number[] })
}
