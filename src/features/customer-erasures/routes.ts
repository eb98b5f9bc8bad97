// Erasing persons, in the API.

import { customerRef, parseCustomerId } from '../../domain/customer.ts'
import { billingError } from '../../domain/errors.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { customerMissing } from '../customers/actions.ts'
import type { Service } from '../service.ts'
import { eraseCustomer } from './actions.ts'
import { CustomerErasure, CustomerPath, ErasureCreate, erasureJson } from './schemas.ts'
import { type Behind, countBehind, findErasure } from './store.ts'

const tag = 'Customers'

const eraseRoute = route({
  method: 'POST',
  path: '/customers/:customer_id/erase',
  params: CustomerPath,
  operation: 'eraseCustomer',
  summary: 'Erase a customer’s personal data',
  description:
    'Cannot be undone. The record is erased immediately; emails, events, stored responses and drafts within minutes; finalized invoices when they no longer have to be kept. Amounts, dates and numbers stay, so that the books add up. Refused while a draft, posted or overdue invoice names the customer, or credit is owed to it. Asking again sets another date for the documents.',
  tag,
  permission: 'customers:write',
  body: ErasureCreate,
  response: CustomerErasure,
  errors: [
    'resource_missing',
    'parameters_exclusive',
    'customer_has_open_invoices',
    'customer_has_credit',
    'precondition_failed',
  ],
  example: {
    summary: 'Keep documents for ten years',
    body: { keep_documents_until: '2036-12-31' },
  },
  handle: async (call, service: Service) =>
    service.write(call, eraseCustomer, { id: pathId(call), ...call.body }),
})

const retrieveRoute = route({
  method: 'GET',
  path: '/customers/:customer_id/erasure',
  params: CustomerPath,
  operation: 'retrieveCustomerErasure',
  summary: 'Retrieve the status of an erasure',
  tag,
  permission: 'customers:read',
  response: CustomerErasure,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const id = pathId(call)
    const erasure = await findErasure(service.pool, { environment_id, id })
    if (!erasure) throw notErased(customerRef(id))
    const [behind] = await countBehind(service.pool, [{ environment_id, id }])
    return { json: erasureJson(erasure, behind as Behind), etag: true }
  },
})

function pathId(call: Pick<Call, 'params'>): number {
  const ref = String(call.params.customer_id)
  const id = parseCustomerId(ref)
  if (id === undefined) throw customerMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

function notErased(ref: string) {
  return billingError(
    'resource_missing',
    `Customer ${ref} was not erased in this environment. To erase it, use POST /v1/customers/${ref}/erase.`,
  )
}

export const erasureRoutes: Route<Service>[] = [eraseRoute, retrieveRoute]
