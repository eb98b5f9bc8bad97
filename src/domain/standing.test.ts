// The standing of customers: the worst invoice decides, and among those the first.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingOf, type Troubled } from './standing.ts'

const invoice = (id: string, more: Partial<Troubled>): Troubled => ({
  ...{ id, status: 'posted', overdue_at: null, payment_failed_at: null, retry_ended_at: null },
  ...{ collectible: 9000, ...more },
})
const overdue = (id: string, at: number) => invoice(id, { status: 'overdue', overdue_at: at })
const running = invoice('running', { payment_failed_at: 5 })
const ended = invoice('ended', { payment_failed_at: 5, retry_ended_at: 9 })

/** The standing of a customer with some open invoices, each in some state. */
const ROWS: [about: string, invoices: Troubled[], standing: string, since: number | null][] = [
  ['no trouble', [], 'good', null],
  ['a plan that runs', [running], 'grace', 5],
  ['an overdue invoice that is tried again', [{ ...running, status: 'overdue' }], 'grace', 5],
  ['the older of two overdue invoices', [overdue('one', 8), overdue('two', 7)], 'past_due', 7],
  ['an overdue invoice next to a plan', [running, overdue('one', 8)], 'past_due', 8],
  ['a failure without a plan', [{ ...ended, retry_ended_at: 5 }], 'past_due', 5],
  ['a plan that ended', [overdue('one', 1), ended], 'blocked', 9],
  ['a write-off at the end of a plan', [{ ...ended, collectible: 0 }], 'blocked', 9],
  ['an overdue invoice written off', [{ ...overdue('one', 1), collectible: 0 }], 'good', null],
]

for (const [about, invoices, standing, since] of ROWS)
  test(`the standing follows ${about}`, () => {
    const found = standingOf(invoices)
    assert.deepEqual([found.standing, found.since], [standing, since])
  })
