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

export const Verification = Type.Object({
  object: Type.Literal('ledger_verification'),
  clean: Type.Boolean({ description: 'Whether there are no differences.' }),
  started_at: {
    ...Timestamp,
    description: 'Real time of the snapshot.',
  },
  duration_ms: Type.Integer({ minimum: 0 }),
  checks: Type.Array(Check),
})

export interface TimedReport extends Report {
  /** Wall time. */
  started_at: number
  duration_ms: number
}

export function verificationJson({ clean, started_at, duration_ms, checks }: TimedReport): string {
  return JSON.stringify({
    object: 'ledger_verification',
    clean,
    started_at: new Date(started_at).toISOString(),
    duration_ms,
    checks: checks.map(({ account_id: _, mode: __, ...check }) => check),
  })
}
