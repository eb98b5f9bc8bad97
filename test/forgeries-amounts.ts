// Forgeries of billed amounts: prices, taxes, currencies, merged invoices.

import { decodeId } from '../src/platform/ids.ts'
import type { Made } from './fixtures.ts'
import { type Forger, type Forgery, major } from './forger.ts'
import { drop } from './forger-feed.ts'

const sum = (lines: Made[]): number => lines.reduce((total, { amount }) => total + amount, 0)

/** Recomputes the sums of an invoice from its lines and taxes. */
function addUp(invoice: Made, tax: number): void {
  const subtotal = sum(invoice.line_items)
  const total = subtotal + tax
  const amount_due = total - invoice.credit_applied
  const amount_paid = Math.min(invoice.amount_paid, amount_due)
  const amount_remaining = invoice.status === 'void' ? 0 : amount_due - amount_paid
  Object.assign(invoice, { subtotal, tax, total, amount_due, amount_paid, amount_remaining })
}

/** Gives a finalized invoice other lines everywhere. */
async function reprice(
  f: Forger,
  name: string,
  reline: (lines: Made[]) => void,
  tax = 0,
): Promise<Made> {
  const before = f.made[name]
  await f.rewriteEvents(f.id(name), (invoice) => {
    reline(invoice.line_items)
    for (const line of invoice.line_items) {
      line.amount = line.quantity * line.unit_amount
      line.net = line.amount
    }
    addUp(invoice, tax)
  })
  const now = await f.latest(f.id(name))
  await writeLines(f, name, now.line_items)
  const { subtotal, total, amount_due, amount_paid } = now
  // In one statement, because constraints require that the columns add up.
  await f.set('invoices', name, { subtotal, tax, total, amount_due, amount_paid })
  await f.freeze(name, 'derivation', (due) => {
    const [all] = due.steps
    all.steps[0].steps = now.line_items.map(({ quantity, unit_amount, amount }: Made) => ({
      rule: 'line_amount',
      inputs: { quantity, unit_amount },
      steps: [],
      result: amount,
    }))
    all.steps[0].result = subtotal
    all.steps.find(({ rule }: Made) => rule === 'tax').result = tax
    all.result = total
    due.result = amount_due
  })
  const sides = { receivable: total, revenue: -subtotal, tax_payable: -tax }
  await f.sides(f.uuid(name), 'invoice_finalized', sides)
  await f.mail(name, [major(before.amount_due), major(amount_due)])
  return now
}

async function writeLines(f: Forger, name: string, lines: Made[]): Promise<void> {
  for (const [index, line] of lines.entries()) {
    const { id, quantity, unit_amount, amount, description, product_id } = line
    await f.q(
      `insert into invoice_lines (environment_id, invoice_id, position, description, quantity,
                                  unit_price, amount, product_id, id)
       values (2, $1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (environment_id, invoice_id, position) do update
       set quantity = $4, unit_price = $5, amount = $6`,
      f.uuid(name),
      index + 1,
      description,
      quantity,
      unit_amount,
      amount,
      product_id && decodeId('prod', product_id),
      decodeId('il', id),
    )
  }
}

/** Changes the amount of a payment, in its entry, its events and its receipt. */
async function repay(f: Forger, payment: string, invoice: string, amount: number): Promise<void> {
  await f.set('payments', payment, { amount })
  await f.rewriteEvents(f.id(payment), (object) => {
    const [{ invoice_id }] = object.allocations
    Object.assign(object, { amount, allocations: [{ invoice_id, amount }] })
  })
  const cash = `cash_${f.made[payment].method}`
  await f.sides(f.uuid(payment), 'payment_settled', { [cash]: amount, receivable: -amount })
  await f.q(
    `update emails set facts = replace(facts::text, $2, $3)::json
     where environment_id = 2 and invoice_id = $1 and kind = 'receipt'`,
    f.uuid(invoice),
    String(f.made[payment].amount),
    String(amount),
  )
}

/** Changes the currency of a finalized invoice and of its payment. */
async function exchange(f: Forger, invoice: string, payment: string): Promise<void> {
  const currency = 'usd'
  await f.set('invoices', invoice, { currency })
  await f.set('payments', payment, { currency })
  await f.freeze(invoice, 'derivation', (due) => {
    due.currency = currency
  })
  for (const name of [invoice, payment]) {
    await f.rewriteEvents(f.id(name), (object) => {
      object.currency = currency
    })
    await f.q(
      'update ledger_entries set currency = $2 where environment_id = 2 and object_id = $1',
      f.uuid(name),
      currency,
    )
  }
  await f.days()
  await f.mail(invoice, ['CA$', 'US$'])
}

/** Moves the lines of the newest invoice to an earlier one, and deletes the newest without a trace. */
async function merge(f: Forger): Promise<void> {
  const { line_items } = f.made.last
  await reprice(f, 'fresh', (lines) => lines.push(...structuredClone(line_items)))
  await removeInvoice(f, 'last')
  await f.count('draft_number', -1)
}

/** Deletes a finalized invoice with everything that belongs to it; the numbers of others stay. */
export async function removeInvoice(f: Forger, name: string): Promise<void> {
  const id = f.uuid(name)
  const kinds = f.made[name].status === 'void' ? ['invoice_voided'] : []
  await f.unpost(id, 'invoice_finalized', ...kinds)
  await f.unmail(name, 'invoice')
  await f.q('delete from invoice_lines where environment_id = 2 and invoice_id = $1', id)
  await f.q('delete from invoice_documents where environment_id = 2 and invoice_id = $1', id)
  await f.q('delete from invoices where environment_id = 2 and id = $1', id)
  await f.count('invoices_count', -1)
  await f.count('invoice_number', -1)
  await drop(
    f,
    (await f.eventsOf(f.id(name))).map(({ sequence }) => sequence),
  )
}

export const amountForgeries: Forgery[] = [
  {
    name: 'a price raised on an unpaid invoice, in everything that tells of it',
    forge: async (f) => {
      await reprice(f, 'last', ([line]) => {
        line.unit_amount += 1000
      })
    },
  },
  {
    name: 'a paid invoice and its payment lowered by the same, the difference pocketed',
    forge: async (f) => {
      const { amount_due } = await reprice(f, 'twin_maple', ([line]) => {
        line.unit_amount -= 300
      })
      await repay(f, 'paid_maple', 'twin_maple', amount_due)
    },
  },
  {
    name: 'a part of the price turned into tax',
    forge: async (f) => {
      const tax = 600
      const lower = ([line]: Made[]) => {
        line.unit_amount -= tax / line.quantity
      }
      await reprice(f, 'fresh', lower, tax)
    },
    expect: ['derivations', 'ledger_documents', 'totals'],
  },
  {
    name: 'the currency of a paid invoice swapped',
    forge: (f) => exchange(f, 'twin_maple', 'paid_maple'),
  },
  {
    name: 'two invoices merged, the second removed and the feed renumbered',
    forge: merge,
  },
]
