// The API routes of the simulated gateway: what its next charges do, which it made, and how disputes end.

import { isClosed } from '../../domain/dispute.ts'
import { money } from '../../domain/money-column.ts'
import { invariant } from '../../invariant.ts'
import { sql } from '../../platform/db/sql.ts'
import { all, json, plain, text } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { decodeId } from '../../platform/ids.ts'
import { disputeIds, disputes } from '../disputes/record.ts'
import { whoseDispute } from '../disputes/report.ts'
import { idInPath, inPath, objectIds } from '../identifiers.ts'
import { partInMajor } from '../invoices/majors.ts'
import { withOwed } from '../invoices/pay-owed.ts'
import { paymentMethodIds } from '../payment-methods/record.ts'
import type { Service } from '../service.ts'
import { notSimulated, recordEnd, SCRIPT, writeScript } from './actions.ts'
import type { Scripted } from './cards.ts'
import { disputesOf } from './gateway.ts'
import { Charge, ChargeList, chargeJson, DisputeEnd, Script, ScriptCreate } from './schemas.ts'
import { endDispute, findSimulated } from './store.ts'
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

const disputeRoute = route({
  method: 'POST',
  path: '/simulated_gateway/disputes/:id',
  params: inPath(disputeIds),
  operation: 'endSimulatedDispute',
  summary: 'End a simulated dispute',
  description:
    'Decides a dispute of the simulated gateway, as a bank would. If it is `won`, the money comes back; if it is `lost`, it stays away.',
  tag,
  permission: 'payments:write',
  body: DisputeEnd,
  response: disputes.item,
  errors: ['resource_missing', 'dispute_closed', 'precondition_failed'],
  example: { summary: 'Won', body: { status: 'won' } },
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const dispute_id = idInPath(disputeIds, call)
    const [dispute] = await disputes.find(service.pool, [{ environment_id, id: dispute_id }])
    if (!dispute || dispute.gateway_id !== null)
      throw disputeIds.missing(disputeIds.ref(dispute_id))
    const { payment_id, status: before } = dispute
    const { status } = call.body
    const key = { environment_id, id: payment_id }
    const isEnded = isClosed(before)
    if (!call.dryRun && !isEnded) await endDispute(service.pool, key, status)
    const payment = await findSimulated(service.pool, key, service.wallNow())
    invariant(payment, 'A simulated dispute has a payment.')
    const foreseen = { ...payment, ...(call.dryRun && !isEnded && { dispute_status: status }) }
    const reports = disputesOf(foreseen)
    return withOwed(service, call, whoseDispute(payment_id), (paysOwed) =>
      service.write(call, recordEnd, { dispute_id, payment_id, status, reports, ...paysOwed }),
    )
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
    text('decline_code'),
    plain('dispute_status'),
    ...all(text, 'last4', 'description'),
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

export const simulatedGatewayRoutes: Route<Service>[] = [scriptRoute, disputeRoute, ...ledgerRoutes]
