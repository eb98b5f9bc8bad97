// The operations of Stripe's API that the adapter may use, with the parameters that https://docs.stripe.com/api names.

import type Stripe from 'stripe'
import type { Books } from './books.ts'
import { assertKnown, invalid, required } from './wire.ts'

interface Input {
  id: string
  sent: Record<string, unknown>
  pageMost: number
}

interface Route {
  matches: RegExp
  run(books: Books, input: Input): object
}

const route = (text: string, run: Route['run']): Route => ({
  matches: new RegExp(`^${text.replace(':id', '(\\w+)')}$`),
  run,
})

export const routes: Route[] = [
  route('POST /v1/customers', (books, { sent }) => {
    assertKnown(sent, ['metadata', 'email', 'name', 'description'])
    return books.createCustomer(metadata(sent.metadata))
  }),
  route('POST /v1/checkout/sessions', createSession),
  route('GET /v1/checkout/sessions', (books, input) =>
    list(books, input, books.sessions, 'customer'),
  ),
  route('GET /v1/checkout/sessions/:id', (books, { id, sent }) =>
    expanded(books, books.get(books.sessions, 'checkout.session', id), paths(sent.expand)),
  ),
  route('POST /v1/checkout/sessions/:id/expire', (books, { id }) => books.expire(id)),
  route('POST /v1/payment_intents', createIntent),
  route('GET /v1/payment_intents', (books, input) => list(books, input, books.intents, 'customer')),
  route('GET /v1/payment_intents/:id', (books, { id, sent }) =>
    expanded(books, books.get(books.intents, 'payment_intent', id), paths(sent.expand)),
  ),
  route('POST /v1/payment_intents/:id/cancel', (books, { id }) => books.cancel(id)),
  route('POST /v1/refunds', createRefund),
  route('GET /v1/refunds', (books, input) => list(books, input, books.refunds, 'payment_intent')),
  route('GET /v1/refunds/:id', (books, { id }) => books.get(books.refunds, 'refund', id)),
  route('GET /v1/disputes', ({ disputes }, { sent }) => {
    assertKnown(sent, ['payment_intent', 'limit'])
    const data = [...disputes.values()].filter(
      (each) => each.payment_intent === sent.payment_intent,
    )
    return { object: 'list', url: '/', has_more: false, data }
  }),
  route('GET /v1/payment_methods/:id', (books, { id }) =>
    books.get(books.methods, 'PaymentMethod', id, 'payment_method'),
  ),
  route('POST /v1/payment_methods/:id/detach', (books, { id }) => books.detach(id)),
]

const metadata = (sent: unknown): Stripe.Metadata => ({ ...(sent as Stripe.Metadata) })
const paths = (sent: unknown): string[] => Object.values((sent ?? {}) as Record<string, string>)
const inside = (sent: unknown): Record<string, unknown> => ({ ...(sent as object) })

/** A whole number of at least the minimum: https://docs.stripe.com/currencies. */
function amountOf(sent: Record<string, unknown>, name: string, currency: string): number {
  const text = required(sent, name)
  if (!/^\d+$/.test(text)) {
    const code = 'parameter_invalid_integer'
    throw invalid(`Invalid integer: ${text}`, { code, param: name })
  }
  const amount = Number(text)
  if (amount < (MINIMUMS[currency] ?? 1)) {
    const code = 'amount_too_small'
    throw invalid('Amount must be at least the minimum of the currency.', { code, param: name })
  }
  if (amount > 99_999_999) {
    const code = 'amount_too_large'
    throw invalid('Amount must be no more than 999,999.99.', { code, param: name })
  }
  const isWhole = HUNDREDS.has(currency)
    ? amount % 100 === 0
    : !TENS.has(currency) || amount % 10 === 0
  if (!isWhole) throw invalid('Invalid amount.', { param: name })
  return amount
}

const MINIMUMS: Record<string, number> = { cad: 50, usd: 50, eur: 50, gbp: 30, jpy: 50 }
const HUNDREDS = new Set(['isk', 'ugx'])
const TENS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])
const REFUSED = new Set(['clf', 'iqd', 'lyd', 'kpw'])

function currencyOf(sent: Record<string, unknown>): string {
  const currency = required(sent, 'currency')
  if (REFUSED.has(currency)) throw invalid(`Invalid currency: ${currency}.`, { param: 'currency' })
  return currency
}

function createSession(books: Books, { sent }: Input): object {
  assertKnown(sent, [
    ...['customer', 'mode', 'success_url', 'cancel_url', 'locale', 'metadata', 'line_items'],
    ...['submit_type', 'client_reference_id', 'adaptive_pricing', 'custom_text', 'currency'],
    ...['saved_payment_method_options', 'payment_intent_data', 'setup_intent_data'],
    'payment_method_types',
  ])
  const mode = required(sent, 'mode') as Stripe.Checkout.Session.Mode
  const success_url = required(sent, 'success_url')
  const { id: customer } = books.get(
    books.customers,
    'customer',
    required(sent, 'customer'),
    'customer',
    400,
  )
  const shared = { mode, customer, success_url, metadata: metadata(sent.metadata) }
  if (mode === 'setup') {
    if (sent.line_items || sent.payment_intent_data || sent.submit_type)
      throw invalid('You can not pass payment parameters in `setup` mode.')
    // Methods of the dashboard depend on the currency.
    const currency = sent.payment_method_types ? null : currencyOf(sent)
    return books.createSession({ ...shared, currency })
  }
  const [item] = Object.values(inside(sent.line_items)).map(inside)
  if (!item) throw invalid('Missing required param: line_items.', { param: 'line_items' })
  assertKnown(item, ['quantity', 'price_data'])
  const price = inside(item.price_data)
  assertKnown(price, ['currency', 'unit_amount', 'product_data'])
  required(inside(price.product_data), 'name')
  const currency = currencyOf(price)
  const amount_total = amountOf(price, 'unit_amount', currency) * Number(item.quantity)
  // Metadata of the page is not that of its payment intent.
  const ofIntent = metadata(inside(sent.payment_intent_data).metadata)
  if (JSON.stringify(ofIntent) !== JSON.stringify(shared.metadata))
    throw new Error('The page and its payment intent need the same metadata.')
  return books.createSession({ ...shared, currency, amount_total })
}

function createIntent(books: Books, { sent }: Input): object {
  assertKnown(sent, [
    ...['amount', 'currency', 'customer', 'payment_method', 'confirm', 'off_session'],
    ...['return_url', 'description', 'metadata'],
  ])
  if (sent.confirm !== 'true' || sent.off_session !== 'true')
    throw invalid('Only charges without the customer are expected here.')
  required(sent, 'return_url')
  const currency = currencyOf(sent)
  const amount = amountOf(sent, 'amount', currency)
  const { id: customer } = books.get(
    books.customers,
    'customer',
    required(sent, 'customer'),
    'customer',
    400,
  )
  const id = required(sent, 'payment_method')
  const method = books.get(books.methods, 'PaymentMethod', id, 'payment_method', 400)
  if (method.customer !== customer) {
    const message = `The customer does not have a payment method with the ID ${id}.`
    throw invalid(message, { code: 'resource_missing', param: 'payment_method' })
  }
  const { description = null } = sent as { description?: string }
  return books.charge({
    ...{ amount, currency, customer, payment_method: id, description },
    metadata: metadata(sent.metadata),
  })
}

function createRefund(books: Books, { sent }: Input): object {
  assertKnown(sent, ['payment_intent', 'amount', 'metadata', 'reason'])
  const payment_intent = required(sent, 'payment_intent')
  const amount = Number(required(sent, 'amount'))
  // The minimums are those of charges.
  if (!Number.isSafeInteger(amount) || amount < 1) {
    const code = 'parameter_invalid_integer'
    throw invalid(`Invalid positive integer: ${sent.amount}`, { code, param: 'amount' })
  }
  return books.refund({ payment_intent, amount, metadata: metadata(sent.metadata) })
}

/** Newest first, of one customer or payment. Complete at once, unlike search. */
function list<Of extends string, T extends { id: string; created: number } & Record<Of, unknown>>(
  books: Books,
  { sent, pageMost }: Input,
  table: Map<string, T>,
  of: Of,
): object {
  assertKnown(sent, [of, 'created', 'limit', 'starting_after', 'expand'])
  const gte = Number(inside(sent.created).gte ?? 0)
  const all = [...table.values()]
    .reverse()
    .filter((row) => (!sent[of] || row[of] === sent[of]) && row.created >= gte)
  const begin = all.findIndex(({ id }) => id === sent.starting_after) + 1
  const size = Math.min(Number(sent.limit ?? 10), pageMost)
  const wanted = paths(sent.expand).map((path) => path.replace(/^data\./, ''))
  const data = all.slice(begin, begin + size).map((row) => expanded(books, row, wanted))
  return { object: 'list', url: '/', has_more: all.length > begin + size, data }
}

/** Replaces IDs by objects, only where the request asks for them. */
function expanded<T extends object>(books: Books, row: T, wanted: string[]): T {
  const copy = { ...row } as Record<string, unknown>
  for (const path of wanted) {
    const [name = '', ...rest] = path.split('.')
    const { intents: payment_intent, setups: setup_intent, charges: latest_charge } = books
    const table = { payment_intent, setup_intent, latest_charge }[name] ?? books.methods
    const found = table.get(`${copy[name]}`)
    if (found) copy[name] = expanded(books, found, rest.length > 0 ? [rest.join('.')] : [])
  }
  return copy as T
}
