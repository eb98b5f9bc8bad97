// What a gateway says of a dispute leads to one state, in whatever order and however often it is heard.

import assert from 'node:assert/strict'
import test from 'node:test'
import { afterReport, type DisputeReport, type DisputeStatus } from './dispute.ts'

interface State {
  status: DisputeStatus
  evidence_due_by: number | null
  /** When the money left; `away` says whether it is still gone. */
  withdrawn_at: number | null
  away: boolean
}

const report = (status: DisputeStatus, is_withdrawn: boolean, evidence_due_by: number | null) => ({
  ...{ ref: 'dp_1', amount: 5997, reason: 'fraudulent' },
  ...{ status, is_withdrawn, evidence_due_by },
})

// An inquiry can allow more time than the dispute that follows it.
const inquiry = report('needs_response', false, 30)
const answered = report('under_review', false, 30)
const withdrawn = report('needs_response', true, 20)
const extended = report('needs_response', true, 25)
const review = report('under_review', true, 20)
const lost = report('lost', true, null)
const won = report('won', false, null)

const HISTORIES: [name: string, reports: DisputeReport[], end: Omit<State, 'withdrawn_at'>][] = [
  ['an inquiry', [inquiry, answered], end('under_review', 30, false)],
  ['an inquiry without a dispute', [inquiry, answered, won], end('won', null, false)],
  ['a withdrawal', [inquiry, withdrawn], end('needs_response', 20, true)],
  ['a longer deadline', [inquiry, withdrawn, extended], end('needs_response', 25, true)],
  ['a response', [inquiry, withdrawn, review], end('under_review', 20, true)],
  ['a won one', [inquiry, withdrawn, review, won], end('won', null, false)],
  ['a lost one', [inquiry, withdrawn, review, lost], end('lost', null, true)],
  ['one won after it was lost', [withdrawn, review, lost, won], end('won', null, false)],
]

function end(status: DisputeStatus, evidence_due_by: number | null, away: boolean) {
  return { status, evidence_due_by, away }
}

/** As the action records reports: money leaves once, and comes back when the dispute is won. */
function after(known: State | undefined, heard: DisputeReport): State {
  const said = known ? afterReport(known, heard) : heard
  if (!said) return known as State
  const { status, evidence_due_by } = said
  const left = known?.withdrawn_at ?? (heard.is_withdrawn ? 1 : null)
  return { status, evidence_due_by, withdrawn_at: left, away: left !== null && status !== 'won' }
}

function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, first] of items.entries())
    for (const rest of orders(items.toSpliced(index, 1))) yield [first, ...rest]
}

for (const [name, history, expected] of HISTORIES)
  test(`${name}: a dispute is ${expected.status} in every order, also if all is heard twice`, () => {
    for (const order of orders([...history, ...history])) {
      const { withdrawn_at: _, ...state } = order.reduce(
        after,
        undefined as State | undefined,
      ) as State
      const heard = order.map(({ status, is_withdrawn }) => `${status} ${is_withdrawn}`)
      assert.deepEqual(state, expected, heard.join(', '))
    }
  })
