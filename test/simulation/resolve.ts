// Turns wishes into commands: finds the objects they refer to in the current state.

import type { Command, Version } from './commands.ts'
import type { State } from './state.ts'
import { type At, type Kind, type LineWish, type Match, NOWHERE, type Wish } from './wishes.ts'

const NONE = '00000000000000000000000000'
const UNKNOWN: Record<Kind, string> = {
  customers: 'cus_7',
  products: `prod_${NONE}`,
  invoices: `inv_${NONE}`,
  payments: `pay_${NONE}`,
}

/** The ID of the object, or an unused one. */
function idOf(state: State, kind: Kind, at: At): string {
  const ids = Object.keys(state[kind])
  return (at === NOWHERE ? undefined : ids[at % ids.length]) ?? UNKNOWN[kind]
}

const linesOf = (state: State, wishes: LineWish[]) =>
  wishes.map(({ quantity, unit_amount, product }) => ({
    description: 'Line',
    quantity,
    unit_amount,
    ...(product !== null &&
      Object.keys(state.products).length > 0 && { product_id: idOf(state, 'products', product) }),
  }))

/** The object whose version If-Match names; `account` for the settings, undefined without If-Match. */
export function matchedBy(state: State, wish: Wish): { id: string; match: Match } | undefined {
  if (!('match' in wish) || wish.match === null) return undefined
  if (wish.do === 'change settings') return { id: 'account', match: wish.match }
  const kind = wish.do.endsWith('customer')
    ? 'customers'
    : wish.do.endsWith('product')
      ? 'products'
      : 'invoices'
  return { id: idOf(state, kind, wish.at), match: wish.match }
}

/** The command of a wish in this state; if an object is missing, the command that creates it. */
export function resolve(state: State, wish: Wish, version: Version | undefined): Command {
  const command = lackedBy(state, wish) ?? commandOf(state, wish, version)
  // Generated values have no prototype, but parsed ones have.
  return JSON.parse(JSON.stringify(command))
}

/** The command that creates a missing object, unless the wish wants an unknown one. */
function lackedBy(state: State, wish: Wish): Command | undefined {
  const at = 'at' in wish ? wish.at : 'customer' in wish ? wish.customer : NOWHERE
  const kind = kindOf(wish)
  if (at === NOWHERE || kind === undefined || Object.keys(state[kind]).length > 0) return undefined
  return making(state, kind)
}

function kindOf(wish: Wish): Kind | undefined {
  if (wish.do === 'read') return wish.kind
  if (wish.do === 'reverse') return 'payments'
  if (/^(finalize|void|pay|change invoice)$/.test(wish.do)) return 'invoices'
  if (/^(credit|create invoice|change customer|delete customer)$/.test(wish.do)) return 'customers'
  return /product$/.test(wish.do) && 'at' in wish ? 'products' : undefined
}

/** The next step towards the first object of a kind. */
function making(state: State, kind: Kind): Command {
  const customer_id = Object.keys(state.customers).at(-1)
  const invoices = Object.entries(state.invoices)
  const [id = '', invoice] = invoices.find(([, { status }]) => status === 'posted') ?? []
  const draft = invoices.find(([, { status }]) => status === 'draft')
  if (kind === 'products') return { do: 'create product', body: { name: 'Seat' } }
  if (kind === 'customers' || !customer_id) return { do: 'create customer', body: { name: 'Ada' } }
  if (kind === 'payments' && invoice) {
    const { currency, total, applied } = invoice
    const amount = total - applied
    return { do: 'pay', body: { invoice_id: id, amount, currency, method: 'other' } }
  }
  if (kind === 'payments' && draft) return { do: 'finalize', id: draft[0] }
  const line_items = [{ description: 'Line', quantity: 1, unit_amount: 1_000 }]
  return { do: 'create invoice', body: { customer_id, line_items } }
}

function commandOf(state: State, wish: Wish, version: Version | undefined): Command {
  const match = version ? { match: version } : {}
  switch (wish.do) {
    case 'create customer':
    case 'create product':
      return { do: wish.do, body: wish.body }
    case 'change customer':
      return { do: wish.do, id: idOf(state, 'customers', wish.at), body: wish.body, ...match }
    case 'delete customer':
      return { do: wish.do, id: idOf(state, 'customers', wish.at), ...match }
    case 'change product':
      return { do: wish.do, id: idOf(state, 'products', wish.at), body: wish.body, ...match }
    case 'archive product':
      return { do: wish.do, id: idOf(state, 'products', wish.at), ...match }
    case 'finalize':
    case 'void':
      return { do: wish.do, id: idOf(state, 'invoices', wish.at), ...match }
    case 'create invoice': {
      const customer_id = idOf(state, 'customers', wish.customer)
      const body = { customer_id, line_items: linesOf(state, wish.lines), ...wish.more }
      return { do: wish.do, body }
    }
    case 'change invoice': {
      const body = {
        ...(wish.customer !== null && { customer_id: idOf(state, 'customers', wish.customer) }),
        ...(wish.lines && { line_items: linesOf(state, wish.lines) }),
        ...wish.more,
      }
      const id = idOf(state, 'invoices', wish.at)
      return {
        do: wish.do,
        id,
        body: Object.keys(body).length > 0 ? body : { notes: 'x' },
        ...match,
      }
    }
    case 'pay':
      return { do: wish.do, body: paymentOf(state, wish) }
    case 'reverse':
      return { do: wish.do, id: idOf(state, 'payments', wish.at) }
    case 'credit': {
      const { amount, currency } = wish
      return { do: wish.do, id: idOf(state, 'customers', wish.at), body: { amount, currency } }
    }
    case 'change settings':
      return { do: wish.do, body: wish.body, ...match }
    case 'read': {
      const id = idOf(state, wish.kind, wish.at)
      return { do: wish.do, id, path: `/v1/${wish.kind}/${id}` }
    }
  }
}

function paymentOf(state: State, wish: Extract<Wish, { do: 'pay' }>) {
  const invoice_id = idOf(state, 'invoices', wish.at)
  const invoice = state.invoices[invoice_id]
  const remains = invoice ? invoice.total - invoice.applied - invoice.paid : 1
  const amount =
    wish.amount === 'rest' ? remains : wish.amount === 'more' ? remains + 1 : wish.amount
  return {
    invoice_id,
    amount,
    // Three payments out of four are in the currency of the invoice.
    currency: invoice && remains % 4 !== 3 ? invoice.currency : wish.currency,
    method: ['card', 'cash', 'cheque'][amount % 3] as string,
    ...(wish.received_on && { received_on: wish.received_on }),
  }
}
