// The API routes of the simulated gateway: what its next charges do, and which it made.

import { money } from '../../domain/money-column.ts'
import { invariant } from '../../invariant.ts'
import { sql } from '../../platform/db/sql.ts'
import { all, json, plain, text } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { decodeId } from '../../platform/ids.ts'
import { objectIds } from '../identifiers.ts'
import { partInMajor } from '../invoices/majors.ts'
import { paymentMethodIds } from '../payment-methods/record.ts'
import type { Service } from '../service.ts'
import { notSimulated, SCRIPT, writeScript } from './actions.ts'
import type { Scripted } from './cards.ts'
import { Charge, ChargeList, chargeJson, Script, ScriptCreate } from './schemas.ts'
import { CHARGED, findCharges, type SimulatedCharge } from './store-ledger.ts'
import { setScript } from './store-scripts.ts'

const tag = 'Simulated gateway'

const scriptRoute = route({
  method: 'POST',
  path: '/simulated_gateway/script',
  operation: 'scriptSimulatedGateway',
  summary: 'Set the next outcomes of a method',
  description:
    'Decides what the next charges of a saved method do, whatever its test number does. It replaces what is left of an earlier script. Without one, the number decides again.',
  tag,
  permission: 'payments:write',
  body: ScriptCreate,
  refers: true,
  response: Script,
  errors: ['test_environment_only', 'method_not_reusable'],
  example: {
    summary: 'Two declines, then it pays',
    body: {
      payment_method_id: 'pm_01h2xcejqtf2nbrexx3vqjhp41',
      outcomes: ['decline', 'insufficient_funds', 'succeed'],
    },
  },
  async handle(call, service: Service) {
    const { environment_id, mode } = call.scope
    if (mode !== 'test') throw notSimulated()
    const payment_method_id = paymentMethodIds.parse(call.body.payment_method_id) as string
    const outcomes: readonly Scripted[] = call.body.outcomes
    const reply = await service.write(call, writeScript, { payment_method_id, outcomes })
    if (call.dryRun) return reply
    const id = decodeId(SCRIPT, reply.object_id ?? '')
    invariant(id, 'A script has an ID.')
    await setScript(service.pool, { environment_id, id, payment_method_id, outcomes })
    return reply
  },
})

const ledgerRoutes = listRoutes({
  path: '/simulated_gateway/ledger',
  operation: 'listSimulatedCharges',
  summary: 'List charges of the simulated gateway',
  description:
    "The gateway's own list of charges and their refunds, newest first. Compare it with the payments here: each charge has one, in the same status, at the latest after the next check of the payment.",
  tag,
  permission: 'payments:read',
  query: ChargeList,
  item: Charge,
  errors: ['test_environment_only'],
  example: { summary: 'The last charge', query: { limit: '1' } },
  columns: [
    ...all(plain, 'id', 'payment_id'),
    money('amount'),
    ...all(plain, 'currency', 'status'),
    money('fee'),
    ...all(text, 'decline_code', 'last4', 'description'),
    plain('created_at'),
    json('refunds', { shown: partInMajor }),
  ],
  source({ scope, query: { payment_id } }) {
    if (scope.mode !== 'test') throw notSimulated()
    const id = payment_id === undefined ? undefined : objectIds('payment').parse(payment_id)
    return {
      table: 'simulated_payments',
      visible: CHARGED,
      filters: id === undefined ? [] : [sql`id = ${id}::uuid`],
      counter: undefined,
      decodeCursor: (cursor) => decodeId('sim', cursor),
    }
  },
  find: findCharges,
  weight: undefined,
  json: (row: SimulatedCharge, _call, { wallNow }: Service) => chargeJson(row, wallNow()),
})

export const simulatedGatewayRoutes: Route<Service>[] = [scriptRoute, ...ledgerRoutes]
