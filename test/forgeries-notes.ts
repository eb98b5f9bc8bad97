// Forgeries of credit notes: each is consistent with its own events and entries, but not with the invoice and the other
// notes.

import type { Made } from './fixtures.ts'
import { type Forger, type Forgery, major } from './forger.ts'

const SUMS = ['subtotal', 'tax', 'total', 'to_open', 'outside']

/** Gives a note with one line other figures: in its row, its events, its entry and its taxes. */
async function renote(f: Forger, name: string, figures: Record<string, number>): Promise<void> {
  await f.rewriteEvents(f.id(name), (note) => {
    Object.assign(note, figures)
    note.total = note.subtotal + note.tax
    for (const part of [...note.lines, note.lines[0].taxes[0], note.taxes[0]])
      Object.assign(part, taxed(part, note))
  })
  const now = await f.latest(f.id(name))
  const columns = Object.fromEntries(SUMS.map((sum) => [sum, now[sum]]))
  const { lines, taxes } = now
  const [{ quantity, amount, tax }] = lines
  const credits = JSON.stringify([{ quantity: quantity ?? '0', base: amount, taxes: [tax] }])
  await f.set('credit_notes', name, {
    ...columns,
    ...{ lines: JSON.stringify(lines), taxes: JSON.stringify(taxes), credits },
  })
  const entry = `environment_id = 2 and entry_id = (select id from ledger_entries
    where environment_id = 2 and object_id = $1)`
  const sides = { revenue: amount, tax_payable: tax, receivable: -now.to_open }
  for (const [account, side] of Object.entries(sides)) {
    const values = [f.uuid(name), account, major(side)]
    await f.q(`update ledger_postings set amount = $3 where ${entry} and account = $2`, ...values)
  }
  if (now.outside > 0)
    await f.q(
      `insert into ledger_postings select 2, id, 'cash_other', $2 from ledger_entries
       where environment_id = 2 and object_id = $1`,
      f.uuid(name),
      major(-now.outside),
    )
  await f.q(
    `update invoice_taxes set taxable = $2, amount = $3, revenue = $2 where ${entry}`,
    f.uuid(name),
    -amount,
    -tax,
  )
  await f.days()
}

/** A line has its tax as `tax`, a tax as `amount`. */
function taxed(part: Made, { subtotal, tax }: Made): object {
  if ('taxable' in part) return { taxable: subtotal, amount: tax }
  return { amount: subtotal, net: subtotal, tax }
}

/** Makes the invoice show the amounts that its notes credit, from the first to the last event. */
async function recredit(f: Forger, after: number[]): Promise<void> {
  const places = await f.sequences(f.id('noted'), 'invoice.credited')
  await f.rewriteEvents(f.id('noted'), (invoice, { sequence }) => {
    const nth = places.filter((place) => place <= sequence).length
    invoice.amount_credited = nth === 0 ? 0 : after[nth - 1]
    invoice.amount_remaining =
      invoice.amount_due -
      invoice.amount_paid -
      invoice.amount_credited -
      invoice.credit_applied_later
  })
  const { amount_credited } = await f.latest(f.id('noted'))
  await f.set('invoices', 'noted', { amount_credited })
}

async function credited(f: Forger, bases: number[], taxes: number[]): Promise<void> {
  const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)
  const line = { quantity: '2', base: sum(bases), taxes: [sum(taxes)] }
  await f.set('invoices', 'noted', { credited: JSON.stringify([line]) })
}

/** One cent of tax in the first note instead of the second. */
async function shiftTax(f: Forger): Promise<void> {
  await renote(f, 'first_note', { tax: 371, to_open: 2134 })
  await renote(f, 'second_note', { tax: 370, to_open: 2133 })
  await recredit(f, [2134, 4267, 5547])
}

/** Two units are credited at the price of three. */
async function overvalue(f: Forger): Promise<void> {
  await renote(f, 'units_note', { subtotal: 1587, tax: 333, to_open: 1920 })
  await recredit(f, [2133, 4267, 6187])
  await credited(f, [1763, 1763, 1587], [370, 371, 333])
}

/** Ten cents of the last note were returned in cash, although the invoice is open. */
async function divert(f: Forger): Promise<void> {
  await renote(f, 'units_note', { to_open: 1270, outside: 10 })
  await recredit(f, [2133, 4267, 5537])
  await f.set('invoices', 'noted', { amount_returned: 10 })
}

/**
 * `noted` bills 10 units of 5.29 with 21 %: 52.90 and 11.11. Its notes credit 17.63 (3.70), 17.63 (3.71) and 2 units,
 * 10.58 (2.22).
 */
export const noteForgeries: Forgery[] = [
  {
    name: 'tax moved from one credit note to the one before, in every table',
    forge: shiftTax,
    expect: ['credit_notes'],
  },
  {
    name: 'two units credited at the price of three, in every table',
    forge: overvalue,
    expect: ['credit_notes'],
  },
  {
    name: 'money returned by a credit note of an open invoice, in every table',
    forge: divert,
    expect: ['feed'],
  },
]
