// What clients send to reconciliation, and see of it.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { DIFFERENCE_KINDS } from '../../domain/reconciliation.ts'
import { AnyOf, Body, listQuery, OneOf, orNull, Timestamp } from '../../platform/http/shapes.ts'
import { encodeId } from '../../platform/ids.ts'
import { idSchema, objectIds } from '../identifiers.ts'
import { gatewayOf, type Run } from './store.ts'
import type { DifferenceRow } from './store-differences.ts'

/** The prefix of the ID of a difference. */
export const DIFFERENCE = 'diff'

const gatewayIds = objectIds('gateway')
const paymentIds = objectIds('payment')

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const gateway_id = orNull(idSchema('gateway', 'The gateway; null for the simulated one.'))

export const RunCreate = Body({
  full: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'True to compare all payments. By default those that began in the sixty days before, or all if none were compared yet.',
    }),
  ),
})

export const RunRequest = Type.Object(
  {
    object: Type.Literal('reconciliation_run'),
    id: Type.String({ description: 'Of the request.' }),
    full: Type.Boolean({ description: 'Whether all payments are compared.' }),
    requested_at: Timestamp,
  },
  { title: 'ReconciliationRun', additionalProperties: false },
)

const RUN_STATUSES = ['waiting', 'running', 'complete', 'failed'] as const

const GatewayState = Type.Object(
  {
    gateway_id,
    status: OneOf(
      RUN_STATUSES,
      '`waiting`: not compared yet. `running`: a comparison is under way. `complete`: the last one ended. `failed`: the gateway refused or did not respond; `error` says why, and it goes on within an hour.',
    ),
    started_at: orNull({ ...Timestamp, description: 'When the last comparison began.' }),
    completed_at: orNull({ ...Timestamp, description: 'When the last complete comparison ended.' }),
    compared_until: orNull({
      ...Timestamp,
      description: 'Payments until then are compared: when the last complete comparison began.',
    }),
    compared: Count('Payments with money here or at the gateway, in the last complete comparison.'),
    applied: Count('Those whose outcome was not known here and was taken over.'),
    open_differences: Count('What still differs.'),
    next_at: orNull({ ...Timestamp, description: 'When the next comparison begins.' }),
    error: orNull(Type.String({ description: 'Why it failed; null unless it did.' })),
  },
  { title: 'ReconciledGateway', additionalProperties: false },
)

export const Reconciliation = Type.Object(
  {
    object: Type.Literal('reconciliation'),
    open_differences: Count('Of all gateways.'),
    gateways: Type.Array(GatewayState),
  },
  { title: 'Reconciliation', additionalProperties: false },
)

export const STATES = ['open', 'resolved'] as const

export const DifferenceList = Body({
  ...listQuery,
  status: Type.Optional(AnyOf(STATES, 'Differences in this state.')),
  kind: Type.Optional(AnyOf(DIFFERENCE_KINDS, 'Differences of this kind.')),
  payment_id: Type.Optional(idSchema('payment', 'Differences of this payment.')),
})
export type DifferenceList = Static<typeof DifferenceList>

export const DifferenceShape = Type.Object(
  {
    id: Type.String({ examples: ['diff_01h2xcejqtf2nbrexx3vqjhp41'] }),
    object: Type.Literal('reconciliation_difference'),
    gateway_id,
    kind: OneOf(
      DIFFERENCE_KINDS,
      '`missing_here`: the gateway has money that does not count here. `missing_there`: money counts here that the gateway does not have. `amount_differs`: both have money, but another amount or currency. `charged_twice`: the gateway has another charge of a payment that is settled here, which was not refunded; `amount_there` is that of the other one. `refunds_differ`: the gateway has refunded another sum; the amounts are those sums.',
    ),
    status: OneOf(STATES, '`resolved` once a comparison did not find it again.'),
    payment_id: idSchema(
      'payment',
      'The payment. It does not exist here if the gateway has one that is unknown here.',
    ),
    gateway_ref: orNull(Type.String({ description: 'What the gateway calls it.' })),
    amount_here: Count('What counts here, in the smallest unit of `currency`; 0 if nothing does.'),
    amount_there: Count(
      'What the gateway has, in the smallest unit of `gateway_currency`; 0 if it has nothing.',
    ),
    currency: Type.String({ pattern: '^[a-z]{3}$', examples: ['cad'] }),
    gateway_currency: Type.String({ pattern: '^[a-z]{3}$', examples: ['cad'] }),
    created_at: { ...Timestamp, description: 'When it was found first.' },
    last_seen_at: { ...Timestamp, description: 'When it was found last.' },
    resolved_at: orNull({ ...Timestamp, description: 'When it was not found again.' }),
  },
  { title: 'ReconciliationDifference', additionalProperties: false },
)

const at = (ms: number | null) => (ms === null ? null : timestamp(ms))
const gatewayRef = (id: string | null) => (id === null ? null : gatewayIds.ref(id))

export const differenceJson = (row: DifferenceRow): string =>
  JSON.stringify({
    ...{ id: encodeId(DIFFERENCE, row.id), object: 'reconciliation_difference' },
    gateway_id: gatewayRef(row.gateway_id),
    ...{ kind: row.kind, status: row.resolved_at === null ? 'open' : 'resolved' },
    ...{ payment_id: paymentIds.ref(row.payment_id), gateway_ref: row.gateway_ref },
    ...{ amount_here: row.amount_here, amount_there: row.amount_there },
    ...{ currency: row.currency, gateway_currency: row.currency_there },
    created_at: timestamp(row.created_at),
    ...{ last_seen_at: timestamp(row.seen_at), resolved_at: at(row.resolved_at) },
  })

/** What clients see of the comparison of a gateway. */
export function stateOf(id: string, run: Run | undefined, open_differences: number) {
  return {
    gateway_id: gatewayRef(gatewayOf(id)),
    status: statusOf(run),
    started_at: at(run?.started_at ?? null),
    completed_at: at(run?.completed_at ?? null),
    compared_until: at(run?.compared_until ?? null),
    ...{ compared: run?.compared ?? 0, applied: run?.applied ?? 0, open_differences },
    next_at: run?.phase === null && run.completed_at !== null ? timestamp(run.due_at) : null,
    error: run?.error ?? null,
  }
}

function statusOf(run: Run | undefined): (typeof RUN_STATUSES)[number] {
  if (!run) return 'waiting'
  if (run.error !== null) return 'failed'
  if (run.phase !== null) return 'running'
  return run.completed_at === null ? 'waiting' : 'complete'
}
