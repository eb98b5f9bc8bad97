// Commands of random subscriptions that are previewed first: they bill and return the previewed amounts, or are refused
// if something changed in between.

import assert from 'node:assert/strict'
import { type Item, openAt, type Request, type Sub } from './changes-books.ts'
import { type Command, drawTouch } from './changes-commands.ts'
import type { Answer, Api } from './client.ts'
import { get, INVOICES, type Made } from './fixtures.ts'
import type { Random } from './random.ts'

/** One command for one side. */
export interface Sent {
  key: string
  customer: string
  path: string
  body: object | undefined
}

/** Numbers of confirmed previews, by whether something changed in between, and of outdated ones. */
export const previews = { confirmed: 0, unmoved: 0, outdated: 0, expired: 0 }

const BINDING = ['change', 'auto', 'schedule', 'cancel', 'pause', 'resume', 'trial_end']

/** Lets a third of the commands be previewed first, some with another change in between. */
export function drawPreview(random: Random, sub: Sub, now: number, command: Command): Command {
  const { below } = random
  if (!BINDING.includes(command.verb) || below(3) > 0) return command
  if (below(4) > 0) return { verb: 'previewed', of: command }
  const between = below(2) === 0 ? drawTouch(random) : drawBetween(random, sub, now, command)
  return { verb: 'previewed', of: command, between }
}

/** A change of the quantity of an item that the command does not name; a payment if there is no such item. */
function drawBetween(random: Random, sub: Sub, now: number, command: Command): Command {
  const named = new Set(namedBy(sub, command))
  const isOpen = sub.status !== 'paused' && sub.scheduled.length === 0
  // In a trial, it can be the same item: nothing is billed, so that only the change itself makes the preview outdated.
  const isTrial = sub.status === 'trialing' && command.verb === 'change'
  const item = sub.items.find(
    ({ key, price }) => !price.isFlat && (!named.has(key) || (isTrial && !isRemoved(command, key))),
  )
  if (!item || !isOpen) return drawTouch(random)
  const last = openAt(sub, now).findLast((charge) => charge.item.key === item.key)?.item
  const next = command.verb === 'change' ? command.request.items : []
  const wanted = next.flatMap((each) => ('quantity' in each ? each.quantity : []))
  const isKnown = (quantity: number) =>
    [item.quantity, last?.quantity, ...wanted].includes(quantity)
  let quantity = 1 + random.below(12)
  while (isKnown(quantity)) quantity = 1 + random.below(12)
  const changed: Item = { ...item, quantity }
  const request: Request = { items: [changed], proration: 'prorate', isReset: false }
  return { verb: 'change', request, isInterval: false, isBrief: random.below(2) === 0 }
}

const isRemoved = (command: Command & { verb: 'change' }, key: number) =>
  command.isInterval || command.request.items.some((item) => item.key === key && 'remove' in item)

/** The keys of the items that a command changes; all of them if the period of all changes. */
function namedBy({ items }: Sub, command: Command): number[] {
  if (command.verb === 'change' && !command.isInterval)
    return command.request.items.map(({ key }) => key)
  const isOther =
    command.verb === 'change' || command.verb === 'auto' || command.verb === 'schedule'
  return isOther ? items.map(({ key }) => key) : []
}

/** Previews a command on all sides, makes the change in between, and confirms it. Returns the responses. */
export async function confirm(
  api: Api,
  all: Sent[],
  between: (() => Promise<void>) | undefined,
  mustRefuse: boolean,
): Promise<Answer[]> {
  const seen: Made[] = []
  for (const sent of all) {
    seen.push((await keep(api, sent, 0)).preview)
  }
  await between?.()
  const answers: Answer[] = []
  for (const [index, sent] of all.entries()) {
    let preview = seen[index]
    let answer = await post(api, sent, preview)
    const isOutdated = answer.status === 409 && between !== undefined
    assert.ok(isOutdated || !mustRefuse, `a change between outdates a preview: ${answer.text}`)
    if (isOutdated) {
      assert.equal(answer.body.error.code, 'preview_outdated', answer.text)
      preview = answer.body.error.preview
      assert.notEqual(preview.hash, seen[index].hash)
      answer = await post(api, sent, preview)
    }
    assert.equal(answer.status, 200, answer.text)
    await assertShown(api, sent, { preview, row: answer.body })
    previews[isOutdated ? 'outdated' : between ? 'unmoved' : 'confirmed']++
    answers.push(answer)
  }
  return answers
}

/** The address of the preview of a command. */
const previewOf = ({ path }: Sent) => path.replace(/\/change$/, '').concat('/preview')

/** Sends a command with a preview. */
const post = (api: Api, { key, path, body }: Sent, { at, hash }: Made): Promise<Answer> =>
  api.post(path, { key, body: { ...body, preview: { at, hash } } })

const INVOICE = [
  ...['scheduled_for', 'period', 'due_date', 'currency', 'subtotal', 'discount', 'tax'],
  ...['tax_included', 'total', 'credit_applied', 'amount_due', 'discounts', 'taxes'],
]
const LINE = [
  ...[
    'description',
    'quantity',
    'quantity_decimal',
    'unit_amount',
    'unit_amount_decimal',
    'amount',
  ],
  ...['discount', 'net', 'tax', 'taxes', 'discounts', 'kind', 'period', 'pricing', 'price_id'],
]
const NOTE = ['invoice_id', 'lines', 'total', 'to_open', 'to_balance']
const pick = (object: Made, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, object[name]]))
const figuresOf = (invoice: Made) => ({
  ...pick(invoice, INVOICE),
  lines: invoice.line_items.map((line: Made) => pick(line, LINE)),
})

/** A note without IDs if its invoice is one that the command makes. */
function noteOf(note: Made, isNew: boolean): Made {
  const lines = note.lines.map(({ invoice_line_id, ...line }: Made) =>
    isNew ? line : { ...line, invoice_line_id },
  )
  return { ...pick(note, NOTE), lines, ...(isNew && { invoice_id: null }) }
}

/** Compares the documents that a command made with its preview, to the cent. */
async function assertShown(
  api: Api,
  { key, customer }: Sent,
  { preview, row }: { preview: Made; row: Made },
): Promise<void> {
  const read = (path: string, ids: string[]): Promise<Made[]> =>
    Promise.all(ids.map((id) => get(api, `${path}/${id}`, { key })))
  const invoices = await read(INVOICES, row.invoice_ids)
  const notes = await read('/v1/credit_notes', row.credit_note_ids)
  const isNew = (note: Made) => row.invoice_ids.includes(note?.invoice_id)
  const { credit_balance } = await get(api, `/v1/customers/${customer}`, { key })
  const sum = (of: Made[]) => of.reduce((all, { amount_due }) => all + amount_due, 0)
  assert.deepEqual(
    {
      invoices: preview.invoices.map(figuresOf),
      notes: preview.credit_notes.map((note: Made, n: number) => noteOf(note, isNew(notes[n]))),
      amount_due: preview.amount_due,
      balance_after: Number(preview.balance_after),
      state: [preview.status, preview.current_period, preview.next_invoice_at],
    },
    {
      invoices: invoices.map(figuresOf),
      notes: notes.map((note) => noteOf(note, isNew(note))),
      amount_due: sum(invoices),
      balance_after: Number(credit_balance),
      state: [row.status, row.current_period, row.next_invoice_at],
    },
    'the documents are those of the preview',
  )
}

/** A previewed change of a quantity, kept until the clock has moved. */
export interface Kept {
  sent: Sent
  preview: Made
  at: number
}

/** Previews a change that is confirmed too late. */
export async function keep(api: Api, sent: Sent, at: number): Promise<Kept> {
  const { status, text, body } = await api.post(previewOf(sent), {
    key: sent.key,
    body: sent.body ?? {},
  })
  assert.equal(status, 200, text)
  return { sent, preview: body, at }
}

const HOUR_MS = 3_600_000

/** Fails unless a preview of more than an hour ago is refused, whatever the state. */
export async function assertExpired(api: Api, { sent, preview, at }: Kept, now: number) {
  if (now - at <= HOUR_MS) return
  const { status, text, body } = await post(api, sent, preview)
  assert.ok(status === 409 || status === 400, text)
  const { code } = body.error
  // Without a state to preview again, that is the reason.
  const reasons = [
    ...['subscription_ended', 'subscription_paused', 'resource_missing'],
    'intervals_incompatible',
  ]
  assert.ok(code === 'preview_outdated' || reasons.includes(code), text)
  if (code === 'preview_outdated') previews.expired++
}
