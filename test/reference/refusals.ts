// Provokes every error of the catalog by a request that a reader could have sent.

import assert from 'node:assert/strict'
import { ERRORS, type ErrorCode } from '../../src/domain/error-catalogue.ts'
import type { RefusedExchange } from '../../src/reference/openapi.ts'
import type { Api, Ask } from '../client.ts'
import type { Made } from '../fixtures.ts'
import { until, type World } from '../harness.ts'
import { CARD, disputeOne, pressPay, refundOnline, saveCard } from '../online.ts'
import { type DiscountThings, discountScenes, prepareDiscounts } from './refusals-discounts.ts'
import { type GatewayThings, gatewayScenes, prepareGateways } from './refusals-gateways.ts'
import { creditor, moneyScenes } from './refusals-money.ts'
import { PEOPLE_SCENES } from './refusals-people.ts'
import { type PriceThings, preparePrices, priceScenes } from './refusals-prices.ts'
import { prepareTaxes, type TaxThings, taxScenes } from './refusals-taxes.ts'
import { webhookScenes } from './refusals-webhooks.ts'
import { WIRE_SCENES } from './refusals-wire.ts'
import {
  asInternalFault,
  type During,
  duringOutage,
  whileClockAdvances,
  whileKeyIsHeld,
  whileResetting,
  withLiveKey,
  withOnly,
  withoutQuota,
} from './trouble.ts'

export interface Things {
  customer: string
  creditor: string
  archived: string
  draft: string
  posted: string
  paidInPart: string
  /** A payment. */
  reversed: string
  attempt: string
  begun: string
  detached: string
  /** A dispute that is lost, with its payment. */
  dispute: Made
  /** A payout that is reversed. */
  payout: string
  voided: string
  /** An invoice with a credit note, and a void note. */
  credited: string
  voidNote: string
  /** A canceled refund of 500, and another payment of the invoice, of 1. */
  canceledRefund: { id: string; credit_note_id: string; payment_id: string; small: string }
  /** A refund that the gateway pays later. */
  sentRefund: string
  revoked: string
  skipped: string
  prices: PriceThings
  taxes: TaxThings
  gateways: GatewayThings
  discounts: DiscountThings
}

export interface Scene {
  code: ErrorCode
  /** If it differs from the first status of the catalog. */
  status?: number
  method: string
  path: string
  ask?: Ask
  /** Shown to the reader in place of a body that would fill pages. */
  shown?: string
  during?: During
}

const UNKNOWN_INVOICE = 'inv_01h2xcejqtf2nbrexx3vqjhp41'
const line = { description: 'Seat', quantity: 1, unit_amount: 1999 }
const asKey = (key: string): Ask => ({ headers: { 'Idempotency-Key': key } })

function scenesOf(things: Things): Scene[] {
  const { customer, archived, draft, posted, paidInPart, voided, skipped } = things
  const product = { method: 'POST', path: '/v1/products' }
  const invoice = { method: 'POST', path: '/v1/invoices' }
  const invoiceOf = (more: object): Ask => ({ body: { customer_id: customer, ...more } })
  return [
    { code: 'invalid_json', ...product, ask: { raw: '{"name": "Seat",}' } },
    { code: 'parameter_missing', ...product, ask: { body: { description: 'Per seat' } } },
    {
      code: 'parameter_invalid',
      ...invoice,
      ask: invoiceOf({ line_items: [{ ...line, quantity: '1' }], due_date: '2026-02-30' }),
    },
    { code: 'parameter_unknown', ...product, ask: { body: { name: 'Seat', descripton: 'x' } } },
    {
      code: 'parameters_exclusive',
      method: 'GET',
      path: `/v1/invoices?offset=20&starting_after=${draft}`,
    },
    { code: 'resource_missing', method: 'GET', path: `/v1/invoices/${UNKNOWN_INVOICE}` },
    {
      code: 'resource_missing',
      status: 400,
      ...invoice,
      ask: { body: { customer_id: 'cus_9999', line_items: [line] } },
    },
    {
      code: 'amount_too_large',
      ...invoice,
      ask: invoiceOf({
        line_items: [{ ...line, quantity: 1_000_000_000, unit_amount: 999_999_999_999 }],
      }),
    },
    {
      code: 'currency_invalid',
      ...invoice,
      ask: invoiceOf({ line_items: [line], currency: 'usdd' }),
    },
    {
      code: 'country_invalid',
      method: 'POST',
      path: '/api/public/v1/customers',
      ask: { body: { name: 'Nordlicht Ltd', country: 'UK' } },
    },
    {
      code: 'image_invalid',
      method: 'POST',
      path: '/v1/account/logo',
      ask: { body: { content_type: 'image/png', data: 'PHN2Zz48L3N2Zz4=' } },
    },
    {
      code: 'product_archived',
      ...invoice,
      ask: invoiceOf({ line_items: [{ ...line, product_id: archived }] }),
    },
    { code: 'api_key_missing', method: 'GET', path: '/v1/invoices', ask: { key: null } },
    {
      code: 'api_key_invalid',
      method: 'GET',
      path: '/v1/invoices',
      ask: { key: 'svc_test_of_another_service' },
    },
    {
      code: 'permission_denied',
      ...product,
      ask: { body: { name: 'Seat' } },
      during: withOnly('products:read'),
    },
    {
      code: 'test_environment_only',
      method: 'GET',
      path: '/v1/test_clock',
      during: withLiveKey,
    },
    { code: 'route_not_found', method: 'GET', path: '/v1/invoice' },
    { code: 'method_not_allowed', method: 'DELETE', path: `/v1/invoices/${draft}` },
    {
      code: 'invoice_not_draft',
      method: 'PATCH',
      path: `/v1/invoices/${posted}`,
      ask: { body: { notes: 'Thank you' } },
    },
    { code: 'invoice_not_voidable', method: 'POST', path: `/v1/invoices/${voided}/void` },
    { code: 'invoice_has_payments', method: 'POST', path: `/v1/invoices/${paidInPart}/void` },
    ...moneyScenes(things),
    ...priceScenes(things),
    ...taxScenes(things),
    ...gatewayScenes(things),
    ...discountScenes(things),
    ...PEOPLE_SCENES,
    {
      code: 'first_invoice_number_taken',
      method: 'PATCH',
      path: '/v1/account',
      ask: { body: { first_invoice_number: 5000 } },
    },
    { code: 'api_key_ended', method: 'POST', path: `/v1/api_keys/${things.revoked}/roll` },
    ...webhookScenes(skipped),
    {
      code: 'clock_advancing',
      method: 'POST',
      path: '/v1/test_clock/advance',
      ask: { body: { to: '2110-01-01T00:00:00.000Z' } },
      during: whileClockAdvances,
    },
    {
      code: 'environment_resetting',
      ...product,
      ask: { body: { name: 'Seat' } },
      during: whileResetting,
    },
    {
      code: 'idempotency_key_in_use',
      ...product,
      ask: { body: { name: 'Seat' }, ...asKey('order-4712') },
      during: whileKeyIsHeld('order-4712'),
    },
    {
      code: 'precondition_failed',
      method: 'PATCH',
      path: `/v1/invoices/${draft}`,
      ask: {
        body: { notes: 'Thank you' },
        headers: { 'If-Match': '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"' },
      },
    },
    ...WIRE_SCENES,
    {
      code: 'idempotency_key_reused',
      ...product,
      ask: { body: { name: 'Another seat' }, ...asKey('order-4711') },
    },
    {
      code: 'invoice_not_sendable',
      method: 'POST',
      path: `/v1/invoices/${voided}/send`,
    },
    { code: 'email_address_missing', method: 'POST', path: `/v1/invoices/${posted}/send` },
    {
      code: 'invoice_not_issued',
      method: 'POST',
      path: `/v1/invoices/${draft}/rotate_hosted_url`,
    },
    { code: 'rate_limit_exceeded', method: 'GET', path: '/v1/products', during: withoutQuota },
    { code: 'internal_error', method: 'GET', path: '/v1/products', during: asInternalFault },
    { code: 'unavailable', method: 'GET', path: '/v1/products', during: duringOutage },
  ]
}

/** Provokes all errors; fails if the catalog has a code or status that no request shows. */
export async function provokeErrors(world: World): Promise<RefusedExchange[]> {
  const scenes = scenesOf(await prepare(world))
  const wanted = Object.entries(ERRORS).flatMap(([code, { status, statusInBody }]) =>
    [status, statusInBody].flatMap((each) => (each ? [`${code} ${each}`] : [])),
  )
  const shown = scenes.map(({ code, status }) => `${code} ${status ?? ERRORS[code].status}`)
  assert.deepEqual(shown.sort(), wanted.sort())
  const refused: RefusedExchange[] = []
  for (const scene of scenes) {
    const { code, method, path, ask, during } = scene
    const send = (key?: string) => world.api.send(method, path, key ? { ...ask, key } : ask)
    const answer = during ? await during(world, send) : await send()
    assert.equal(answer.body.error?.code, code, `${method} ${path}: ${answer.text}`)
    assert.equal(answer.status, scene.status ?? ERRORS[code].status, answer.text)
    refused.push({ code, request: recordOf(scene), status: answer.status, body: answer.body })
  }
  return refused
}

function recordOf({ method, path, ask = {}, shown }: Scene): RefusedExchange['request'] {
  const headers = {
    // Empty means no key was sent; absent means a valid one.
    ...(ask.key !== undefined && { Authorization: ask.key ? `Bearer ${ask.key}` : '' }),
    ...(ask.headers as Record<string, string> | undefined),
  }
  const body = shown ?? ask.raw?.toString() ?? ask.body
  return {
    method,
    path,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
  }
}

/** Creates the objects that the requests refer to. */
async function prepare({ api, keys }: World): Promise<Things> {
  const { body: customer } = await api.post('/v1/customers', { body: { name: 'Nordlicht Inc.' } })
  const customerId = `cus_${customer.id}`
  const draft = async () => {
    const body = { customer_id: customerId, line_items: [line] }
    return (await api.post('/v1/invoices', { body })).body.id as string
  }
  const posted = async () => {
    const id = await draft()
    await api.post(`/v1/invoices/${id}/finalize`)
    return id
  }
  const { body: archived } = await api.post('/v1/products', {
    body: { name: 'Retired plan' },
    ...asKey('order-4711'),
  })
  await api.delete(`/v1/products/${archived.id}`)
  const voided = await posted()
  await api.post(`/v1/invoices/${voided}/void`)
  const paidInPart = await posted()
  const paid = { invoice_id: paidInPart, amount: 999, currency: 'cad', method: 'cheque' }
  await api.post('/v1/payments', { body: paid })
  const undone = { ...paid, amount: 1 }
  const { body: reversed } = await api.post('/v1/payments', { body: undone })
  await api.post(`/v1/payments/${reversed.id}/reverse`)
  const books = {
    make: async (path: string, body?: object) => (await api.post(path, body && { body })).body,
    read: async (path: string) => (await api.get(path)).body,
  }
  const { body: saver } = await api.post('/v1/customers', { body: { name: 'Saver Ltd' } })
  const detached = await saveCard(books, `cus_${saver.id}`)
  await api.post(`/v1/payment_methods/${detached}/detach`)
  const sent = { amount: 100, currency: 'cad' }
  const { id: payout } = await books.make('/v1/payouts', sent)
  await books.make(`/v1/payouts/${payout}/reverse`)
  const dispute = await disputeOne(books, `cus_${saver.id}`)
  await books.make(`/v1/simulated_gateway/disputes/${dispute?.id}`, { status: 'lost' })
  const { body: begun } = await api.get(`/v1/invoices/${await posted()}`)
  await pressPay(begun)
  const { body: attempts } = await api.get(`/v1/payments?invoice_id=${begun.id}`)
  const { body: refundable } = await api.get(`/v1/invoices/${await posted()}`)
  const sentRefund = await refundOnline(refundable, CARD.refundsLater, books)
  const ofLive = { key: keys.live }
  const live = await api.post('/v1/customers', { body: { name: 'Live Ltd' }, ...ofLive })
  const owed = { customer_id: `cus_${live.body.id}`, line_items: [line] }
  const { body: liveDraft } = await api.post('/v1/invoices', { body: owed, ...ofLive })
  const credited = await posted()
  const note = { invoice_id: credited, amount: 100, reason: 'goodwill' }
  const { body: voidNote } = await api.post('/v1/credit_notes', { body: note })
  await api.post(`/v1/credit_notes/${voidNote.id}/void`)
  await api.post('/v1/credit_notes', { body: note })
  return {
    customer: customerId,
    creditor: await creditor(api),
    archived: archived.id,
    draft: await draft(),
    posted: await posted(),
    paidInPart,
    reversed: reversed.id,
    attempt: attempts.data[0].id,
    begun: begun.id,
    detached,
    payout,
    dispute,
    voided,
    credited,
    voidNote: voidNote.id,
    canceledRefund: await canceledRefund(api, await posted()),
    sentRefund: sentRefund?.id,
    revoked: await revokedKey(api),
    skipped: await skippedDelivery(api),
    prices: await preparePrices(api, customerId),
    taxes: await prepareTaxes(api),
    gateways: await prepareGateways(api, liveDraft.id),
    discounts: await prepareDiscounts(api),
  }
}

async function canceledRefund(api: Api, invoice_id: string) {
  const { body: invoice } = await api.get(`/v1/invoices/${invoice_id}`)
  const paid = { invoice_id, currency: 'cad', method: 'cheque' }
  const { body: small } = await api.post('/v1/payments', { body: { ...paid, amount: 1 } })
  await api.post('/v1/payments', { body: { ...paid, amount: invoice.amount_due - 1 } })
  const note = { invoice_id, amount: 500, refund: 500, reason: 'goodwill' }
  const { body } = await api.post('/v1/credit_notes', { body: note })
  const refunds = await api.get(`/v1/refunds?credit_note_id=${body.id}`)
  const canceled = await api.post(`/v1/refunds/${refunds.body.data[0].id}/cancel`)
  // A smaller refund of the same payment stays pending.
  const { body: waiting } = await api.post('/v1/credit_notes', {
    body: { ...note, amount: 100, refund: 100 },
  })
  assert.equal(waiting.status, 'issued')
  return { ...canceled.body, small: small.id }
}

async function revokedKey(api: Api): Promise<string> {
  const { body } = await api.post('/v1/api_keys', { body: { name: 'Shop', scopes: ['*'] } })
  await api.post(`/v1/api_keys/${body.id}/revoke`)
  return body.id
}

/** A delivery of the endpoint that the operations deleted; it is skipped soon after. */
function skippedDelivery(api: Api): Promise<string> {
  return until('a skipped delivery', async () => {
    const { body } = await api.get('/v1/webhook_deliveries?state=skipped')
    return body.data[0]?.id
  })
}
