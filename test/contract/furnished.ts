// Creates one of every addressable object in an environment, all of them named by one word.

import assert from 'node:assert/strict'
import type { Route } from '../../src/platform/http/route.ts'
import { joined } from '../browser-like.ts'
import type { Api } from '../client.ts'
import { createOthers } from '../examples.ts'
import {
  bodyOf,
  get,
  INVOICES,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makeProduct,
} from '../fixtures.ts'
import { until } from '../harness.ts'
import { disputeOne, saveCard } from '../online.ts'

/** IDs by the collection in their paths. Collections of resources without special needs come from their examples. */
export interface Furnished {
  ids: Record<string, string[]>
  /** By ID prefix, for bodies and filters. */
  byPrefix: Record<string, string>
  /** A discount of the first object of a collection. */
  discounts: Record<string, string>
}

/**
 * Creates one of each object, named by a word. `person` names the member: members belong to the account, so the `live`
 * key creates it.
 */
export async function furnish(
  api: Api,
  { key, live }: { key: string; live: string },
  word: string,
  person = word,
): Promise<Furnished> {
  const ask = { key }
  const make = (path: string, body: object, by = key) =>
    bodyOf(api.post(path, { key: by, body }), 201)
  const endpoint = await make('/v1/webhook_endpoints', {
    url: `https://${word.toLowerCase()}.invalid/`,
    description: word,
  })
  const customer = await makeCustomer(api, { name: word, email: `${word}@a.example` }, ask)
  const product = await makeProduct(api, { name: word }, ask)
  const price = await make('/v1/prices', {
    product_id: product.id,
    model: 'per_unit',
    unit_amount: 1999,
    description: word,
    lookup_key: word,
    interval: 'month',
  })
  const from = '2026-01-01'
  const rate = await make('/v1/tax_rates', {
    ...{ name: word, country: 'CA', percentage: '5', valid_from: from, reference: word },
  })
  const registration = await make('/v1/tax_registrations', {
    ...{ country: 'AU', region: word, scheme: 'manual', number: word, valid_from: from },
  })
  const coupon = await make('/v1/coupons', { name: word, percent_off: '1' })
  const code = await make('/v1/promotion_codes', { coupon_id: coupon.id, code: word })
  const redeemed = async (path: string) => {
    const answer = await api.post(`${path}/discounts`, { key, body: { coupon_id: coupon.id } })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.discounts.at(-1).id
  }
  const given = await redeemed(`/v1/customers/${customer.id}`)
  const of = { customer_id: `cus_${customer.id}`, notes: word }
  const draft = await makeInvoice(api, of, ask)
  const own = await redeemed(`${INVOICES}/${draft.id}`)
  const finalized = await makeFinalized(api, of, ask)
  const subscription = await make('/v1/subscriptions', {
    customer_id: of.customer_id,
    items: [{ price_id: price.id }],
    external_id: word,
  })
  const held = await redeemed(`/v1/subscriptions/${subscription.id}`)
  const item = await make('/v1/invoice_items', {
    ...{ subscription_id: subscription.id, description: word, unit_amount: 100 },
  })
  const dearer = await make('/v1/prices', {
    ...{ product_id: product.id, model: 'per_unit', unit_amount: 300, interval: 'month' },
  })
  const migration = await make('/v1/price_migrations', {
    ...{ from_price_id: price.id, to_price_id: dearer.id, effective_from: '2027-01-01' },
  })
  const books = {
    make: async (path: string, body: object = {}) => (await api.post(path, { key, body })).body,
    read: (path: string) => get(api, path, ask),
  }
  const method = await saveCard(books, of.customer_id)
  // Without a gateway, as in live environments here, no money can be paid out.
  const paidOut = { amount: 100, currency: 'cad', reference: word }
  const payout = method && (await make('/v1/payouts', paidOut)).id
  const dispute = method && (await disputeOne(books, of.customer_id))?.id
  const payment = await make('/v1/payments', {
    invoice_id: finalized.id,
    amount: 100,
    currency: finalized.currency,
    method: 'cheque',
    reference: word,
  })
  const note = await make('/v1/credit_notes', {
    invoice_id: finalized.id,
    amount: 100,
    reason: 'goodwill',
    note: word,
  })
  const paid = await makeFinalized(api, of, ask)
  const whole = { amount: paid.amount_due, currency: paid.currency, method: 'cheque' }
  await make('/v1/payments', { invoice_id: paid.id, ...whole })
  const returned = await make('/v1/credit_notes', {
    invoice_id: paid.id,
    amount: 100,
    refund: 100,
    reason: 'goodwill',
  })
  const refund = (await get(api, `/v1/refunds?credit_note_id=${returned.id}`, ask)).data[0]
  const credit = await make(`/v1/customers/${customer.id}/credit_transactions`, {
    amount: '1.00',
    reason: word,
  })
  const sent = await api.post(`${INVOICES}/${finalized.id}/send`, { key, body: {} })
  assert.equal(sent.status, 200, sent.text)
  const others = await createOthers(async (method, path, body = {}) => {
    const named = 'name' in body ? { ...body, name: word } : body
    // A gateway of a live environment takes live keys alone.
    const secret = key.includes('_live_') && 'secret_key' in body && 'sk_live_furnished1234'
    const sent = { ...named, ...(secret && { secret_key: secret }) }
    const answer = await api.send(method, path, { key, body: sent })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  })
  const apiKey = await make('/v1/api_keys', { name: word, scopes: ['customers:read'] })
  const invited = { email: `${word.toLowerCase()}@m.example`, role: 'viewer', name: person }
  const member = await make('/v1/members', invited, live)
  const visitor = await joined({ url: api.url, api }, `${word.toLowerCase()}@s.example`, 'viewer', {
    key: live,
  })
  const sessions = `/v1/sessions?member_id=${visitor.member}`
  const session = (await get(api, sessions, { key: live })).data[0]
  const first = (path: string) => async () => (await get(api, path, ask)).data[0]?.id
  const delivery = await until('a delivery', first('/v1/webhook_deliveries'))
  const mail = await until('a mail', first('/v1/emails'))
  const event = await first('/v1/events')()
  const request = await until('a request', first('/v1/requests'))
  return {
    ids: {
      customers: [of.customer_id],
      products: [product.id],
      prices: [price.id],
      coupons: [coupon.id],
      promotion_codes: [code.id],
      tax_rates: [rate.id],
      tax_registrations: [registration.id],
      invoices: [draft.id, finalized.id],
      subscriptions: [subscription.id],
      invoice_items: [item.id],
      price_migrations: [migration.id],
      payments: [payment.id],
      payment_methods: [method],
      payouts: [payout],
      disputes: [dispute],
      credit_notes: [note.id, returned.id],
      refunds: [refund.id],
      credit_transactions: [credit.id],
      emails: [mail],
      events: [event],
      api_keys: [apiKey.id],
      members: [member.id],
      sessions: [session.id],
      webhook_endpoints: [endpoint.id],
      webhook_deliveries: [delivery],
      requests: [request],
      ...Object.fromEntries(others.map(({ path, id }) => [path, [id]])),
    },
    byPrefix: {
      cus: of.customer_id,
      prod: product.id,
      price: price.id,
      coup: coupon.id,
      promo: code.id,
      txr: rate.id,
      trg: registration.id,
      inv: draft.id,
      il: draft.line_items[0].id,
      sub: subscription.id,
      ii: item.id,
      pmig: migration.id,
      si: subscription.items[0].id,
      pay: payment.id,
      pm: method,
      payout,
      dp: dispute,
      cn: note.id,
      mem: member.id,
      whe: endpoint.id,
      evt: event,
      req: request,
      ...Object.fromEntries(others.map(({ prefix, id }) => [prefix, id])),
    },
    discounts: { customers: given, subscriptions: held, invoices: own },
  }
}

/** Paths of a route under a prefix, with furnished IDs and with unused ones. */
export function pathsOf(
  { path }: Route,
  { ids, discounts }: Furnished,
): [path: string, unknown: string, id: string][] {
  const collection = path.split('/:', 1)[0]?.split('/').at(-1) ?? ''
  if (!path.includes(':')) return [[path, path, '']]
  const known = ids[collection]
  assert.ok(
    known,
    `test/contract/furnished.ts makes nothing for /${collection}, which ${path} needs`,
  )
  return known.map((id) => {
    const own = discounts[collection] ?? ''
    const at = (each: string) => path.replace(/:[a-z_]+/, each).replace(':discount_id', own)
    return [at(id), at(unknownLike(id)), id]
  })
}

/** An unused ID of the same form. Customer IDs begin at 1001. */
export function unknownLike(id: string): string {
  if (/^(cus_)?\d+$/.test(id)) return id.replace(/\d+$/, '7')
  return id.replace(/.{6}$/, '000000')
}
