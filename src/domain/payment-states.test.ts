// What a gateway says of a payment leads to one state, in whatever order and however often it is heard.

import assert from 'node:assert/strict'
import test from 'node:test'
import {
  nextChargeCheck,
  nextCheck,
  type Outcome,
  type PaymentStatus,
  stateAfter,
} from './payment-states.ts'

const ref = 'ch_1'
const failure = { code: 'card_declined', decline_code: '', message: 'Declined.', retryable: true }
const OUTCOMES: Record<Outcome['kind'], Outcome> = {
  requires_action: { kind: 'requires_action', ref, url: 'https://gateway.example' },
  processing: { kind: 'processing', ref },
  settled: { kind: 'settled', ref },
  declined: { kind: 'declined', ref, failure },
  bounced: { kind: 'bounced', ref, reason: 'Returned.' },
  canceled: { kind: 'canceled' },
  open: { kind: 'open' },
}

/** Everything that a gateway can go through with a payment (collecting, section 2), and where it ends. */
const HISTORIES: [history: Outcome['kind'][], end: PaymentStatus][] = [
  [['settled'], 'settled'],
  [['declined'], 'failed'],
  [['requires_action', 'settled'], 'settled'],
  [['requires_action', 'declined'], 'failed'],
  [['requires_action', 'canceled'], 'canceled'],
  [['processing', 'settled'], 'settled'],
  [['processing', 'declined'], 'failed'],
  [['requires_action', 'processing', 'settled'], 'settled'],
  [['requires_action', 'processing', 'declined'], 'failed'],
  // Reported as ended, and the money came after all.
  [['requires_action', 'canceled', 'settled'], 'settled'],
  [['processing', 'declined', 'settled'], 'settled'],
  [['settled', 'bounced'], 'reversed'],
  [['processing', 'settled', 'bounced'], 'reversed'],
]

function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, first] of items.entries())
    for (const rest of orders(items.toSpliced(index, 1))) yield [first, ...rest]
}

const endOf = (heard: readonly Outcome['kind'][]): PaymentStatus =>
  heard.reduce<PaymentStatus>(
    (status, kind) => stateAfter(status, OUTCOMES[kind]) ?? status,
    'pending',
  )

for (const [history, end] of HISTORIES)
  test(`${history.join(', ')}: a payment is ${end} in every order, also if all is heard twice`, () => {
    let count = 0
    for (const order of orders([...history, ...history])) {
      assert.equal(endOf(['open', ...order]), end, order.join(', '))
      count += 1
    }
    assert.ok(count >= 2)
    // Only the end arrives, or is found by asking.
    assert.equal(endOf(history.slice(-1)), end)
  })

test('money that arrived, or was reversed, is not changed by later reports, unless it bounces', () => {
  for (const outcome of Object.values(OUTCOMES)) {
    assert.equal(stateAfter('reversed', outcome), undefined)
    const next = outcome.kind === 'bounced' ? 'reversed' : undefined
    assert.equal(stateAfter('settled', outcome), next)
  }
})

test('a charge without an answer is asked about on every full hour, and after three days daily', () => {
  const at = (text: string) => Date.parse(`2027-${text}Z`)
  const next = (now: string, check = nextChargeCheck) =>
    new Date(check(at('03-01T10:20'), at(now))).toISOString().slice(5, 16)
  assert.equal(next('03-01T10:20'), '03-01T10:21')
  assert.equal(next('03-01T10:21'), '03-01T10:25')
  assert.equal(next('03-01T10:25'), '03-01T11:00')
  assert.equal(next('03-01T11:00'), '03-01T12:00')
  assert.equal(next('03-04T10:19'), '03-04T11:00')
  assert.equal(next('03-04T11:00'), '03-05T11:00')
  // On a page, the customer has 23 hours.
  assert.equal(next('03-01T11:20', nextCheck), '03-02T09:20')
  assert.equal(next('03-02T09:20', nextCheck), '03-03T09:20')
})
