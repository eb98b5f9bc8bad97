// The API routes of reconciliation: its state, a request to compare now, and what differs.

import { money } from '../../domain/money-column.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import { all, plain, text } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import { objectIds } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { runReconciliation } from './actions.ts'
import {
  DIFFERENCE,
  DifferenceList,
  DifferenceShape,
  differenceJson,
  Reconciliation,
  RunCreate,
  RunRequest,
  STATES,
  stateOf,
} from './schemas.ts'
import { findGateways, findRuns, gatewayOf, requestRuns, SIMULATED } from './store.ts'
import { countOpen, type DifferenceRow, findDifferences } from './store-differences.ts'

const tag = 'Reconciliation'

const stateRoute = route({
  method: 'GET',
  path: '/reconciliation',
  operation: 'retrieveReconciliation',
  summary: 'Retrieve the state of reconciliation',
  description:
    'Each gateway is compared daily with the payments here: how far that is, and what differs. Money of which Reckoner had no report is taken over; everything else that differs is listed.',
  tag,
  permission: 'payments:read',
  response: Reconciliation,
  untagged: true,
  async handle({ scope: { environment_id, mode } }, { pool }: Service) {
    const [gateways, runs, counts] = await Promise.all([
      findGateways(pool, environment_id),
      findRuns(pool, environment_id),
      countOpen(pool, environment_id),
    ])
    const open = (id: string) =>
      counts.find(({ gateway_id }) => gateway_id === gatewayOf(id))?.count ?? 0
    const all = mode === 'test' ? [SIMULATED, ...gateways] : gateways
    const json = JSON.stringify({
      object: 'reconciliation',
      open_differences: counts.reduce((sum, { count }) => sum + count, 0),
      gateways: all.map((id) => {
        const run = runs.find((each) => each.id === id)
        return stateOf(id, run, open(id))
      }),
    })
    return { json }
  },
})

const runRoute = route({
  method: 'POST',
  path: '/reconciliation/run',
  operation: 'runReconciliation',
  summary: 'Compare with gateways now',
  description:
    'Begins a comparison of all gateways within seconds. One that runs goes on; for a full one it begins again, unless it is full. `GET /v1/reconciliation` shows how far it is.',
  tag,
  permission: 'payments:write',
  body: RunCreate,
  response: RunRequest,
  example: { summary: 'All payments', body: { full: true } },
  async handle(call, service: Service) {
    const { environment_id, mode } = call.scope
    const reply = await service.write(call, runReconciliation, { full: call.body.full ?? false })
    if (call.dryRun) return reply
    const { full, requested_at } = JSON.parse(reply.json) as { full: boolean; requested_at: string }
    const isTest = mode === 'test'
    const request = { environment_id, isTest, full, requested_at: Date.parse(requested_at) }
    await requestRuns(service.pool, request)
    return reply
  },
})

const there = money('amount_there')

const differenceRoutes = listRoutes({
  path: '/reconciliation/differences',
  operation: 'listReconciliationDifferences',
  summary: 'List differences from gateways',
  description:
    'Payments of which a gateway has another amount of money than counts here, newest first. A difference that is not found again is `resolved`.',
  tag,
  permission: 'payments:read',
  query: DifferenceList,
  item: DifferenceShape,
  example: { summary: 'What still differs', query: { status: 'open' } },
  columns: [
    ...all(plain, 'id', 'gateway_id', 'kind', 'status', 'payment_id'),
    text('gateway_ref'),
    plain('currency'),
    money('amount_here'),
    plain('gateway_currency'),
    {
      ...there,
      cell: ({ amount_there, gateway_currency: currency }: Record<string, unknown>) =>
        there.cell({ amount_there, currency }),
    },
    ...all(plain, 'created_at', 'last_seen_at', 'resolved_at'),
  ],
  source({ query: { status, kind, payment_id } }) {
    const states = status === undefined ? [...STATES] : valuesIn(status)
    const id = payment_id === undefined ? undefined : objectIds('payment').parse(payment_id)
    const [state] = states.length === 1 ? states : []
    return {
      table: 'reconciliation_differences',
      filters: [
        ...(state ? [sql`resolved_at is ${raw(state === 'open' ? '' : 'not')} null`] : []),
        ...(kind === undefined ? [] : [sql`kind = any(${valuesIn(kind)}::text[])`]),
        ...(id === undefined ? [] : [sql`payment_id = ${id}::uuid`]),
      ],
      counter: undefined,
      decodeCursor: (cursor) => decodeId(DIFFERENCE, cursor),
    }
  },
  find: findDifferences,
  weight: undefined,
  json: (row: DifferenceRow) => differenceJson(row),
})

export const reconciliationRoutes: Route<Service>[] = [stateRoute, runRoute, ...differenceRoutes]
