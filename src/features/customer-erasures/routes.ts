// The API routes of customer erasures.

import { customerRef } from '../../domain/customer.ts'
import { billingError } from '../../domain/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { customerIds } from '../customers/record.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { eraseCustomer } from './actions.ts'
import { CustomerErasure, ErasureCreate, erasureJson } from './schemas.ts'
import { type Behind, countBehind, findErasure } from './store.ts'

const tag = 'Customers'

const eraseRoute = route({
  method: 'POST',
  path: '/customers/:customer_id/erase',
  params: inPath(customerIds),
  operation: 'eraseCustomer',
  summary: 'Erase the personal data of a customer',
  description:
    'Cannot be undone. Erases the customer immediately; emails, events, stored responses and drafts within minutes; finalized invoices when their retention ends. Amounts, dates and numbers stay, so that the books add up. Fails while the customer has a subscription that has not ended, a draft, posted or overdue invoice, or credit. Repeat it to change the retention.',
  tag,
  permission: 'customers:write',
  body: ErasureCreate,
  response: CustomerErasure,
  errors: [
    'resource_missing',
    'parameters_exclusive',
    'customer_has_subscriptions',
    'customer_has_open_invoices',
    'customer_has_credit',
    'precondition_failed',
  ],
  example: {
    summary: 'Keep documents for ten years',
    body: { keep_documents_until: '2036-12-31' },
  },
  handle: async (call, service: Service) =>
    service.write(call, eraseCustomer, { id: idInPath(customerIds, call), ...call.body }),
})

const retrieveRoute = route({
  method: 'GET',
  path: '/customers/:customer_id/erasure',
  params: inPath(customerIds),
  operation: 'retrieveCustomerErasure',
  summary: 'Retrieve the status of an erasure',
  tag,
  permission: 'customers:read',
  response: CustomerErasure,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const id = idInPath(customerIds, call)
    const erasure = await findErasure(service.pool, { environment_id, id })
    if (!erasure) throw notErased(customerRef(id))
    const [behind] = await countBehind(service.pool, [{ environment_id, id }])
    return { json: erasureJson(erasure, behind as Behind), etag: true }
  },
})

function notErased(ref: string) {
  return billingError(
    'resource_missing',
    `Customer ${ref} was not erased in this environment. To erase it, use POST /v1/customers/${ref}/erase.`,
  )
}

export const erasureRoutes: Route<Service>[] = [eraseRoute, retrieveRoute]
