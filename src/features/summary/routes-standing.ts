// The route that says whether a customer is in good standing.

import { timestamp } from '../../domain/calendar.ts'
import { customerRef, parseCustomerId } from '../../domain/customer.ts'
import { standingOf, type Troubled } from '../../domain/standing.ts'
import { type Db, query, raw, sql } from '../../platform/db/sql.ts'
import { route } from '../../platform/http/route.ts'
import { customerIds } from '../customers/record.ts'
import { findCustomers } from '../customers/store.ts'
import { invoiceIds } from '../invoices/record.ts'
import { collectibleOf } from '../remaining.ts'
import type { Service } from '../service.ts'
import { CustomerReceivablesPath } from './schemas.ts'
import { CustomerStanding } from './schemas-standing.ts'

/** The open invoices of a customer that are overdue or could not be charged, and that no dispute decides about. */
const findTroubled = (db: Db, environmentId: number, customer: number): Promise<Troubled[]> =>
  query<Troubled & Record<string, unknown>>(
    db,
    sql`select i.id, i.status, i.overdue_at, i.payment_failed_at, i.retry_ended_at,
          ${raw(collectibleOf('i'))} as collectible
        from invoices i
        where i.environment_id = ${environmentId} and i.customer_id = ${customer} and i.disputes = 0
          and (i.status = 'overdue' or (i.status = 'posted' and i.payment_failed_at is not null))`,
  )

export const customerStandingRoute = route({
  method: 'GET',
  path: '/customers/:customer_id/standing',
  params: CustomerReceivablesPath,
  operation: 'retrieveCustomerStanding',
  summary: 'Retrieve the standing of a customer',
  description:
    'Whether the customer owes what should have been paid: for decisions about access. The worst invoice decides.',
  tag: 'Customers',
  permission: 'invoices:read',
  response: CustomerStanding,
  errors: ['resource_missing'],
  untagged: true,
  async handle({ scope: { environment_id }, params }, service: Service) {
    const ref = String(params.customer_id)
    const id = parseCustomerId(ref) as number
    const customer = await service.read(findCustomers, { environment_id, id })
    if (!customer) throw customerIds.missing(ref)
    const found = standingOf(await findTroubled(service.pool, environment_id, id))
    const { standing, reason, since, invoice_id } = found
    const json = JSON.stringify({
      object: 'customer_standing',
      customer_id: customerRef(id),
      ...{ standing, reason },
      since: since === null ? null : timestamp(since),
      invoice_id: invoice_id === null ? null : invoiceIds.ref(invoice_id),
    })
    return { json }
  },
})
