// The tools that read the state of the business: amounts owed, whether the books balance, whether webhooks arrive.

import { Type } from 'typebox'
import type { Service } from './service.ts'
import {
  AsInTheApi,
  CustomerId,
  Day,
  Input,
  ListInTheApi,
  plural,
  type ReadTool,
  readTool,
  Words,
} from './tool.ts'

const getOverview = readTool({
  name: 'get_overview',
  title: 'Get an overview',
  description:
    'Sums up the business: what was billed, credited, received and refunded, payments received for each day or month, what is outstanding by currency and age, invoices by status, and what needs attention (overdue invoices, failed emails and webhooks).',
  scopes: ['invoices:read'],
  input: Input({ interval: Type.Optional(Words(['day', 'month'], 'Default: month.')) }),
  output: { summary: AsInTheApi('The response of GET /v1/summary; amounts in the smallest unit.') },
  async read(service, { interval }) {
    const { body } = await service.ask('GET', '/v1/summary', { query: { interval } })
    return {
      data: { summary: body },
      text: `Overview as of ${body.as_of}; ${plural(body.attention.length, 'kind')} of items that need attention.`,
    }
  },
})

const receivablesAging = readTool({
  name: 'get_receivables_aging',
  title: 'Get receivables aging',
  description:
    'Lists who owes how much and since when: for each customer and currency, amounts not yet due and 1 to 30, 31 to 60, 61 to 90 and over 90 days overdue. Amounts are decimals in major units.',
  scopes: ['ledger:read'],
  input: Input({ as_of: Type.Optional(Day('At the end of this day. Default: today.')) }),
  output: {
    as_of: Type.String(),
    currencies: ListInTheApi('The sums, for each currency.'),
    customers: ListInTheApi('The first fifty rows.'),
    has_more: Type.Boolean(),
  },
  async read(service, { as_of }) {
    const { body } = await service.ask('GET', '/v1/ledger/receivables_aging', {
      query: { as_of, limit: 50 },
    })
    return {
      data: {
        as_of: body.as_of,
        currencies: body.currencies,
        customers: body.data,
        has_more: body.has_more,
      },
      text: `Receivables as of ${body.as_of} in ${plural(body.currencies.length, 'currency')}.`,
    }
  },
})

const getStatement = readTool({
  name: 'get_statement',
  title: 'Get the statement of a customer',
  description:
    'Shows the account of a customer from one day to another, by currency: what they owed before, each invoice, credit note, payment and use of credit with the balance after it, and what they owe at the end. Amounts are in the smallest unit, credit in the major unit.',
  scopes: ['invoices:read'],
  input: Input({
    customer_id: CustomerId,
    from: Type.Optional(Day('The first day. Default: the first of the month of `to`.')),
    to: Type.Optional(Day('The last day, at most 366 days later. Default: today.')),
  }),
  output: { statement: AsInTheApi('The response of GET /v1/customers/:id/statement.') },
  async read(service, { customer_id, ...query }) {
    const { body } = await service.ask('GET', `/v1/customers/${customer_id}/statement`, { query })
    return {
      data: { statement: body },
      text: `Statement of ${customer_id} from ${body.from} to ${body.to} in ${plural(body.currencies.length, 'currency')}.`,
    }
  },
})

const verifyBooks = readTool({
  name: 'verify_books',
  title: 'Verify the books',
  description:
    'Checks that the ledger, invoices, payments, credit and events agree, and lists the differences. Takes a while on large books. Do not repeat it needlessly.',
  scopes: ['ledger:read'],
  input: Input({}),
  output: {
    clean: Type.Boolean({ description: 'True if everything agrees.' }),
    checks: ListInTheApi('What was checked, and the differences found.'),
  },
  async read(service) {
    const { body } = await service.ask('GET', '/v1/ledger/verification')
    const off = body.checks.filter(({ differences }: { differences: number }) => differences > 0)
    return {
      data: { clean: body.clean, checks: body.clean ? [] : off, checks_made: body.checks.length },
      text: body.clean
        ? `The books agree in all ${body.checks.length} checks.`
        : `The books differ in ${off.length} of ${body.checks.length} checks.`,
    }
  },
})

/** Each endpoint costs a request, and a longer list is of no use to a reader. */
const ENDPOINTS_MOST = 10

const webhookHealth = readTool({
  name: 'webhook_health',
  title: 'Check webhooks',
  description:
    'Shows the health of each webhook endpoint (at most ten): if it is enabled, its pending and failed deliveries, the last success, since when it has been failing, and how far it is behind. Also lists the latest failed deliveries.',
  scopes: ['webhooks:read'],
  input: Input({}),
  output: {
    endpoints: ListInTheApi('Each endpoint with its figures.'),
    failed_deliveries: ListInTheApi('The latest ten failed deliveries.'),
    has_more: Type.Boolean({ description: 'True if there are more endpoints.' }),
  },
  async read(service) {
    const [listed, failed] = await Promise.all([
      service.ask('GET', '/v1/webhook_endpoints', { query: { limit: ENDPOINTS_MOST } }),
      service.ask('GET', '/v1/webhook_deliveries', { query: { state: 'failed', limit: 10 } }),
    ])
    const endpoints = await Promise.all(
      listed.body.data.map((endpoint: Endpoint) => withFigures(service, endpoint)),
    )
    return {
      data: { endpoints, failed_deliveries: failed.body.data, has_more: listed.body.has_more },
      text: `${plural(endpoints.length, 'webhook endpoint')}, ${plural(failed.body.data.length, 'failed delivery')} shown.`,
    }
  },
})

interface Endpoint {
  id: string
  url: string
  status: string
  disabled_reason: string | null
  enabled_events: string[]
}

async function withFigures(service: Service, endpoint: Endpoint): Promise<object> {
  const { id, url, status, disabled_reason, enabled_events } = endpoint
  const { body } = await service.ask('GET', `/v1/webhook_endpoints/${id}/figures`)
  const { pending, failed, last_delivered_at, failing_since, events_behind } = body
  const figures = { pending, failed, last_delivered_at, failing_since, events_behind }
  return { id, origin: originOf(url), status, disabled_reason, enabled_events, ...figures }
}

/** Paths and queries of webhook URLs are often secrets themselves. */
function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}

export const BOOKS: readonly ReadTool[] = [
  getOverview,
  receivablesAging,
  getStatement,
  verifyBooks,
  webhookHealth,
]
