// Confirmations: bound to tool, arguments and predicted outcome, valid once, and for a limited time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Confirmations } from './confirmations.ts'
import { ToolError } from './failure.ts'

const FORESEEN = { facts: { amount: 1 }, etag: '"a"', seen: undefined }
const MINUTE = 60_000

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ToolError) return error.failure.code
    throw error
  }
  return 'accepted'
}

function make() {
  const clock = { now: 0 }
  const confirmations = new Confirmations(() => clock.now)
  const { token, expiresAt } = confirmations.issue('pay', { amount: 1 }, FORESEEN)
  const claim = (given = token) => confirmations.claim(given, 'pay', { amount: 1 })
  return { clock, confirmations, token, expiresAt, claim }
}

test('a confirmation expires after exactly ten minutes', () => {
  const { clock, claim, expiresAt } = make()
  assert.equal(expiresAt, 10 * MINUTE)
  clock.now = expiresAt - 1
  claim().settle('open')
  clock.now = expiresAt
  assert.equal(codeOf(claim), 'confirmation_expired')
})

test('a confirmation whose write was sent can be repeated for a day, as the outcome is unknown', () => {
  const { clock, claim, expiresAt } = make()
  claim().settle('sent')
  clock.now = expiresAt + 24 * 60 * MINUTE - 1
  const again = claim()
  assert.equal(again.wasSent, true)
  again.settle('sent')
  clock.now++
  assert.equal(codeOf(claim), 'confirmation_expired')
})

test('a claimed confirmation cannot be claimed again, not even after it is used', () => {
  const { claim } = make()
  const held = claim()
  assert.equal(codeOf(claim), 'confirmation_busy')
  held.settle('used')
  assert.equal(codeOf(claim), 'confirmation_used')
})

test('a confirmation is refused for another process, tool or argument', () => {
  const { confirmations, token, claim } = make()
  assert.equal(
    codeOf(() => make().claim(token)),
    'confirmation_unknown',
  )
  const other = (tool: string, args: object) => () => confirmations.claim(token, tool, args)
  assert.equal(codeOf(other('void', { amount: 1 })), 'confirmation_mismatch')
  assert.equal(codeOf(other('pay', { amount: 2 })), 'confirmation_mismatch')
  const [nonce = '', mac] = token.split('.')
  for (const forged of [`${nonce}.`, `${nonce}.${mac}x`, `${nonce}.${'A'.repeat(43)}`, nonce]) {
    assert.equal(
      codeOf(() => claim(forged)),
      'confirmation_mismatch',
      forged,
    )
  }
  assert.equal(codeOf(claim), 'accepted')
})

test('unused confirmations are forgotten, the oldest first', () => {
  const { confirmations, claim } = make()
  for (let made = 0; made < 500; made++) confirmations.issue('pay', { made }, FORESEEN)
  assert.equal(codeOf(claim), 'confirmation_unknown')
})
