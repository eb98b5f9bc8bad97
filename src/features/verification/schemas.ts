// The verification report as clients see it.

import { Type } from 'typebox'
import { Timestamp } from '../../platform/http/shapes.ts'
import type { Report } from './verify.ts'

const Check = Type.Object({
  name: Type.String({ examples: ['totals'] }),
  about: Type.String({ description: 'The rule that is checked.' }),
  checked: Type.Integer({ minimum: 0, description: 'Number of objects checked.' }),
  what: Type.String({ description: 'Kind of objects checked.', examples: ['invoices'] }),
  differences: Type.Integer({ minimum: 0 }),
  examples: Type.Array(Type.String(), {
    maxItems: 20,
    description: 'The first differences, one sentence each.',
  }),
})

const Reconciled = Type.Object(
  {
    compared: Type.Integer({ minimum: 0, description: 'Number of payments compared.' }),
    open_differences: Type.Integer({ minimum: 0 }),
    examples: Type.Array(Type.String(), {
      maxItems: 20,
      description:
        'Gateways that refused or did not respond, then the first differences, one sentence each.',
    }),
  },
  {
    description:
      'What gateways had when they were compared last. It has no part in `clean`: the books can be in order although a gateway has something else.',
  },
)

export const Verification = Type.Object({
  object: Type.Literal('ledger_verification'),
  clean: Type.Boolean({ description: 'Whether there are no differences.' }),
  started_at: {
    ...Timestamp,
    description: 'Real time of the snapshot.',
  },
  duration_ms: Type.Integer({ minimum: 0 }),
  checks: Type.Array(Check),
  reconciliation: Reconciled,
})

export interface TimedReport extends Report {
  /** Wall time. */
  started_at: number
  duration_ms: number
}

export function verificationJson(report: TimedReport): string {
  const { clean, started_at, duration_ms, checks, gateways } = report
  return JSON.stringify({
    object: 'ledger_verification',
    clean,
    started_at: new Date(started_at).toISOString(),
    duration_ms,
    checks: checks.map(({ account_id: _, mode: __, ...check }) => check),
    reconciliation: gateways.map(({ account_id: _, mode: __, ...reconciled }) => reconciled)[0],
  })
}
