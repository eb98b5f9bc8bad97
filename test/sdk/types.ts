// Code that the types of the SDK accept and reject, checked by `tsc` in `npm run check`: each line below an expected
// error must be one.

import {
  type Customer,
  type DryRunOf,
  type Invoice,
  type InvoiceList,
  type LaterEvent,
  Reckoner,
} from '../../sdk/src/reckoner.ts'

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => undefined

export async function responsesAreTyped(reckoner: Reckoner): Promise<void> {
  const invoice = await reckoner.invoices.finalize('inv_1')
  same<typeof invoice, Invoice>(true)
  const keyed = await reckoner.invoices.finalize('inv_1', {}, { idempotencyKey: 'a', ifMatch: 'b' })
  same<typeof keyed, Invoice>(true)
  const foreseen = await reckoner.invoices.finalize('inv_1', {}, { dryRun: true })
  same<typeof foreseen, DryRunOf<Invoice>>(true)
  same<typeof foreseen.result, Invoice>(true)
  const sent = await reckoner.invoices.send('inv_1', undefined, { dryRun: true })
  same<typeof sent, DryRunOf<Invoice>>(true)
  const { data, etag } = await reckoner.customers.retrieve(1001).withResponse()
  same<typeof data, Customer>(true)
  same<typeof etag, string | null>(true)
  const pdf = await reckoner.invoices.retrievePdf('inv_1')
  same<typeof pdf, Response>(true)
  // @ts-expect-error: a customer is not an invoice.
  const wrong: Invoice = await reckoner.customers.retrieve(1001)
  void wrong
}

export async function listsAreTyped(reckoner: Reckoner): Promise<void> {
  const list = reckoner.invoices.list({
    status: 'posted',
    customer_id: 1001,
    'created_at[gte]': '2026-11-01',
  })
  for await (const invoice of list) same<typeof invoice, Invoice>(true)
  const page = await list.page()
  same<typeof page, InvoiceList>(true)
  const csv = await list.csv()
  same<typeof csv, Response>(true)
  for await (const event of reckoner.events.list({ after: 0 })) {
    if (event.type === 'invoice.paid') same<typeof event.data.object, Invoice>(true)
  }
  // Several values are one string, separated by commas.
  reckoner.invoices.list({ status: 'posted,overdue' })
  // @ts-expect-error: not a filter of invoices.
  reckoner.invoices.list({ colour: 'red' })
  // @ts-expect-error: events are not served as CSV.
  reckoner.events.list().csv()
}

export function whatIsGivenIsTyped(reckoner: Reckoner): void {
  // @ts-expect-error: line_items is required.
  void reckoner.invoices.create({ customer_id: 'cus_1' })
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 1 }]
  // @ts-expect-error: not a property of an invoice.
  void reckoner.invoices.create({ customer_id: 'cus_1', line_items, amount: 3 })
  // @ts-expect-error: a misspelled option is not ignored.
  void reckoner.invoices.finalize('inv_1', { idempotencyKey: 'a', dryrun: true })
  // @ts-expect-error: a read has no dry run.
  void reckoner.invoices.retrieve('inv_1', { dryRun: true })
  // @ts-expect-error: the ID is required.
  void reckoner.invoices.finalize()
  // @ts-expect-error: no such resource.
  void reckoner.quotes
  void new Reckoner({
    apiKey: 'a',
    baseUrl: 'b',
    timeoutMs: 1,
    maxRetries: 0,
    logger: () => undefined,
  })
  // @ts-expect-error: unknown option.
  void new Reckoner({ api_key: 'a' })
}

export function eventsAreDistinguished(reckoner: Reckoner, body: string, headers: Headers): string {
  const event = reckoner.webhooks.unwrap(body, headers, ['whsec_a', 'whsec_b'])
  if (event.type === 'invoice.paid') {
    same<typeof event.data.object, Invoice>(true)
    return event.data.object.id
  }
  switch (event.type) {
    case 'customer.created':
      return event.data.object.name
    case 'webhook_endpoint.test':
      return event.id
    default:
      return laterOrAnother(event)
  }
}

function laterOrAnother(event: LaterEvent | { type: string }): string {
  return event.type
}
