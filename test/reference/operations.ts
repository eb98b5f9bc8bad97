// Sends the example of every operation, in an order in which each finds the objects it needs.

import assert from 'node:assert/strict'
import { ROUTES } from '../../src/app/routes.ts'
import type { Exchange } from '../../src/platform/http/openapi.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { joined } from '../browser-like.ts'
import type { Answer, Api } from '../client.ts'
import { bodyOf as bodyOfAnswer, get, makeFinalized, makePayment } from '../fixtures.ts'
import { until, type World } from '../harness.ts'
import { aDearerPrice, migrationIs, withPrices } from './migrated.ts'
import { CARD_STEPS, CARD_STORY, DISPUTE_STORY } from './operations-cards.ts'

export const routes = ROUTES

/** A story on an empty database: each operation uses what earlier ones created. */
const STORY = [
  'createCustomer',
  ...['retrieveCustomer', 'retrieveCustomerReceivables', 'retrieveCustomerStanding'],
  'updateCustomer',
  'createCreditTransaction',
  'retrieveCreditTransaction',
  'listCreditTransactions',
  'exportCreditTransactions',
  'createProduct',
  'retrieveProduct',
  'updateProduct',
  'createPrice',
  'retrievePrice',
  'createCoupon',
  'retrieveCoupon',
  'createPromotionCode',
  'retrievePromotionCode',
  'previewSubscription',
  'createSubscription',
  'retrieveSubscription',
  'previewPriceMigration',
  'exportPriceMigrationPreview',
  'createPriceMigration',
  'retrievePriceMigration',
  'listPriceMigrations',
  'exportPriceMigrations',
  'listMigratedSubscriptions',
  'exportMigratedSubscriptions',
  'cancelPriceMigration',
  'updateSubscription',
  'listUpcomingInvoices',
  'previewSubscriptionChange',
  'changeSubscription',
  'createInvoiceItem',
  'retrieveInvoiceItem',
  'updateInvoiceItem',
  'listInvoiceItems',
  'exportInvoiceItems',
  'deleteInvoiceItem',
  'addSubscriptionDiscount',
  'removeSubscriptionDiscount',
  'listSubscriptions',
  'exportSubscriptions',
  'keepSubscription',
  'previewSubscriptionPause',
  'pauseSubscription',
  'previewSubscriptionResume',
  'resumeSubscription',
  'previewTrialEnd',
  'moveTrialEnd',
  'retrySubscriptionBilling',
  'deleteScheduledChange',
  'previewSubscriptionCancel',
  'cancelSubscription',
  'updatePrice',
  'addCustomerDiscount',
  'removeCustomerDiscount',
  'createTaxRate',
  'retrieveTaxRate',
  'updateTaxRate',
  'createTaxRegistration',
  'retrieveTaxRegistration',
  'updateTaxRegistration',
  'createInvoice',
  'previewInvoice',
  'retrieveInvoice',
  'updateInvoice',
  'addInvoiceDiscount',
  'removeInvoiceDiscount',
  'explainInvoice',
  'listInvoices',
  'exportInvoices',
  'finalizeInvoice',
  'retrieveInvoiceSnapshot',
  'retrieveTaxReport',
  'exportTaxReport',
  'retrieveCustomerStatement',
  'exportCustomerStatement',
  'retrieveCustomerStatementPdf',
  'listInvoiceTimeline',
  'retrieveInvoicePdf',
  'retrieveSampleInvoicePdf',
  'listLedgerEntries',
  'exportLedgerEntries',
  'retrieveTrialBalance',
  'retrieveReceivablesAging',
  'exportJournal',
  'verifyLedger',
  'sendInvoice',
  'rotateHostedUrl',
  'listEmails',
  'exportEmails',
  'retrieveEmail',
  'showEmail',
  'createPayment',
  'retrievePayment',
  'listPayments',
  'exportPayments',
  'deallocatePayment',
  'allocatePayment',
  'movePaymentToBalance',
  'reversePayment',
  ...CARD_STORY,
  ...['createPayout', 'retrievePayout', 'listPayouts', 'exportPayouts', 'reversePayout'],
  'applyCreditToInvoice',
  'writeOffInvoice',
  'reverseInvoiceWriteOff',
  'previewCreditNote',
  'createCreditNote',
  'retrieveCreditNote',
  'explainCreditNote',
  'retrieveCreditNotePdf',
  'listCreditNotes',
  'exportCreditNotes',
  'sendCreditNote',
  'voidCreditNote',
  ...['createRefund', 'retrieveRefund', 'listRefunds', 'exportRefunds', 'succeedRefund'],
  'failRefund',
  'cancelRefund',
  'moveRefundToBalance',
  'voidInvoice',
  'listProducts',
  'exportProducts',
  'listPrices',
  'exportPrices',
  'updateCoupon',
  'updatePromotionCode',
  'listCoupons',
  'exportCoupons',
  'listPromotionCodes',
  'exportPromotionCodes',
  'listTaxRates',
  'exportTaxRates',
  'listTaxRegistrations',
  'exportTaxRegistrations',
  'archiveProduct',
  'listCustomers',
  'exportCustomers',
  'deleteCustomer',
  // Before the time zone changes: until then, all payments are of one day at any hour.
  'retrieveSummary',
  'retrieveAccount',
  'updateAccount',
  'setAccountLogo',
  'retrieveAccountLogo',
  'removeAccountLogo',
  'listEvents',
  'retrieveEvent',
  'createWebhookEndpoint',
  'retrieveWebhookEndpoint',
  'updateWebhookEndpoint',
  'pauseWebhookEndpoint',
  'resumeWebhookEndpoint',
  // Resuming resets how long an endpoint has failed, so deliveries that fail come after it.
  'testWebhookEndpoint',
  'rotateWebhookSecret',
  'listWebhookEndpoints',
  'exportWebhookEndpoints',
  'listWebhookDeliveries',
  'exportWebhookDeliveries',
  'retrieveWebhookFigures',
  'listWebhookHealth',
  'retrieveWebhookDelivery',
  'skipWebhookDelivery',
  'redeliverWebhookDelivery',
  'redeliverWebhookRange',
  'deleteWebhookEndpoint',
  'createApiKey',
  'retrieveApiKey',
  'updateApiKey',
  'rollApiKey',
  'listApiKeys',
  'exportApiKeys',
  'revokeApiKey',
  'retrieveLimits',
  'inviteMember',
  'retrieveMember',
  'updateMember',
  'linkMember',
  'listMembers',
  'exportMembers',
  'listSessions',
  'exportSessions',
  'endSession',
  'removeMember',
  'listAuditLog',
  'exportAuditLog',
  'listRequests',
  'exportRequests',
  'retrieveRequest',
  'search',
  'eraseCustomer',
  'retrieveCustomerErasure',
  ...DISPUTE_STORY,
  'advanceTestClock',
  'retrieveTestClock',
  'resetTestClock',
]

const USUAL = ['create', 'retrieve', 'update', 'list', 'export']

/** Operations outside the story that need nothing of it, grouped by resource. */
const OTHERS = routes
  .filter(({ operation }) => !STORY.includes(operation))
  .map(({ operation, tag }) => {
    const step = USUAL.findIndex((verb) => operation.startsWith(verb))
    assert.ok(step >= 0, `${operation} needs a place in the story`)
    return { operation, at: `${tag} ${step}` }
  })
  .sort((one, other) => (one.at < other.at ? -1 : 1))
  .map(({ operation }) => operation)

const AT = STORY.indexOf('createInvoice')
const ORDER = [...STORY.slice(0, AT), ...OTHERS, ...STORY.slice(AT)]

export interface RecordedOperation {
  route: Route
  exchange: Exchange
  answer: Answer
}

/** Called with each request before it is sent. */
export type Before = (route: Route, path: string, body: unknown) => Promise<void>

/** Sends a request of the story; returns the response. */
export type Send = (
  route: Route,
  path: string,
  ask: { body: unknown; key: string },
) => Promise<Answer>

/** Runs the story; fails if an operation has no place in it. `send` replaces how requests are sent. */
export async function recordOperations(
  world: World,
  before?: Before,
  send: Send = ({ method }, path, ask) => world.api.send(method, path, ask),
): Promise<RecordedOperation[]> {
  const { api, keys } = world
  assert.deepEqual(routes.map(({ operation }) => operation).sort(), ORDER.toSorted())
  const made = new Map<string, string>()
  const recorded: RecordedOperation[] = []
  for (const operation of ORDER) {
    const route = routes.find((each) => each.operation === operation) as Route
    if (operation === 'previewPriceMigration') await aDearerPrice(api, made)
    if (operation === 'retrievePriceMigration') await migrationIs(api, made, 'scheduled')
    if (operation === 'updateSubscription') await migrationIs(api, made, 'canceled')
    const invoice = made.get('invoices') ?? ''
    await CARD_STEPS[operation]?.(api, made)
    if (operation === 'createRefund') await aFailedRefund(api, made)
    if (operation === 'applyCreditToInvoice') await moreCredit(api, made)
    if (operation === 'cancelRefund') made.set('refunds', await anotherRefund(api, made))
    const collection = route.path.split('/')[1] as string
    const path = `${route.prefixes[0]}${pathOf(route, made)}`
    const query = withPrices(new URLSearchParams(queryOf(route)).toString(), made)
    const address = query ? `${path}?${query}` : path
    // Deliveries appear on their own, and no server responds at the example's URL.
    if (operation === 'listWebhookDeliveries') await anAttempt(api, made.get('webhook_endpoints'))
    if (operation === 'listSessions') await joined(world, 'grace@example.com', 'viewer')
    if (operation === 'listRequests') await bothLines(api, address)
    if (operation === 'deleteCustomer') await owedNothing(api, address)
    if (operation === 'retrieveCustomerErasure') await theErasure(api, address)
    const body = bodyOf(route, made)
    await before?.(route, address, body)
    // The erased environment is one that is no longer needed.
    const own = route.ofPeople ? keys.live : keys.test
    const key = operation === 'resetTestClock' ? keys.otherTest : own
    const answer = await send(route, address, { body, key })
    assert.equal(answer.status, route.status, `${operation}: ${answer.text}`)
    const [kind, id] = answer.headers.location?.split('/').slice(-2) ?? []
    if (kind && id) made.set(kind, id)
    else if (!made.has(collection)) made.set(collection, answer.body?.data?.[0]?.id)
    if (operation === 'payInvoice') made.set('invoices', invoice)
    const discount = answer.body?.discounts?.at(-1)?.id
    if (discount) made.set(`${collection}/discounts`, discount)
    const line = answer.body?.line_items?.at(-1)?.id
    if (line) made.set(`${collection}/lines`, line)
    const change = answer.body?.scheduled_changes?.at(-1)?.id
    if (change) made.set(`${collection}/changes`, change)
    recorded.push({
      route,
      answer,
      exchange: { path: address, status: answer.status, body: answer.body },
    })
  }
  return recorded
}

/** The path of a route with the IDs that the story has created. */
function pathOf({ path }: Route, made: Map<string, string>): string {
  const collection = path.split('/')[1] as string
  const inner: Record<string, string> = { ':discount_id': '/discounts', ':change_id': '/changes' }
  const of = (name: string) => made.get(`${collection}${inner[name] ?? ''}`) ?? ''
  return path.replace(/:[a-z_]+/g, of)
}

/** The query of the example; a statement ends today, so that it has the movements of the story. */
function queryOf({ operation, example }: Route): Record<string, string> {
  const query = example?.query ?? {}
  if (!operation.includes('CustomerStatement')) return query
  const to = new Date().toISOString().slice(0, 10)
  return { ...query, from: `${to.slice(0, 7)}-01`, to }
}

/** Waits until both requests are in the log. */
async function bothLines(api: Api, path: string): Promise<void> {
  await until('the log', async () => (await api.get(path)).body.data.length > 1)
}

/** Makes a credit note whose refund failed. */
async function aFailedRefund(api: Api, made: Map<string, string>): Promise<void> {
  const paid = await makeFinalized(api)
  // Long ago, so that no figure of a month depends on the day or the hour.
  const payment = await makePayment(api, paid, { received_on: '2020-01-15' })
  const note = { invoice_id: paid.id, amount: 1000, refund: 1000, reason: 'goodwill' }
  const { id } = await bodyOfAnswer(api.post('/v1/credit_notes', { body: note }))
  const { data } = await get(api, `/v1/refunds?credit_note_id=${id}`)
  await bodyOfAnswer(api.post(`/v1/refunds/${data[0].id}/fail`))
  made.set('payments', payment.id)
  made.set('credit_notes', id)
}

/** Starts a refund again; the one before failed. */
async function anotherRefund(api: Api, made: Map<string, string>): Promise<string> {
  const body = { credit_note_id: made.get('credit_notes'), payment_id: made.get('payments') }
  return (await bodyOfAnswer(api.post('/v1/refunds', { body }))).id
}

/** Grants credit after the invoice was finalized. */
async function moreCredit(api: Api, made: Map<string, string>): Promise<void> {
  const body = { amount: '20' }
  await bodyOfAnswer(
    api.post(`/v1/customers/${made.get('customers')}/credit_transactions`, { body }),
  )
}

/** Removes credit that the story granted and no invoice used. */
async function owedNothing(api: Api, customer: string): Promise<void> {
  const { credit_balance } = (await api.get(customer)).body
  const body = { amount: `-${credit_balance}` }
  await api.post(`${customer}/credit_transactions`, { body })
}

/** Waits until a person is erased, except for the documents. */
async function theErasure(api: Api, path: string): Promise<void> {
  await until('the erasure', async () => (await api.get(path)).body.status !== 'erasing')
}

/** The example's body, with the story's invoice and a future due date. */
function bodyOf({ example }: Route, made: Map<string, string>): unknown {
  if (example?.body === undefined) return undefined
  const text = withPrices(JSON.stringify(example.body), made)
    .replace(/inv_[0-9a-z]{26}/, made.get('invoices') ?? '')
    .replace(/il_[0-9a-z]{26}/, made.get('invoices/lines') ?? '')
    .replace(/cn_[0-9a-z]{26}/, made.get('credit_notes') ?? '')
    .replace(/pm_[0-9a-z]{26}/, made.get('payment_methods') ?? '')
    .replace(/pay_[0-9a-z]{26}/, made.get('payments') ?? '')
    .replace(/coup_[0-9a-z]{26}/, made.get('coupons') ?? '')
    .replace(/promo_[0-9a-z]{26}/, made.get('promotion_codes') ?? '')
    .replace(/sub_[0-9a-z]{26}/, made.get('subscriptions') ?? '')
    .replace(/prod_[0-9a-z]{26}/, made.get('products') ?? '')
    .replace(/(?<="due_date":")[\d-]+/, (day) => [day, soon()].toSorted().at(-1) ?? day)
  return JSON.parse(text)
}

const DAY_MS = 86_400_000
const soon = () => new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10)

function anAttempt(api: Api, endpoint: string | undefined): Promise<unknown> {
  return until('an attempt', async () => {
    const { body } = await api.get('/v1/webhook_deliveries')
    const figures = await api.get(`/v1/webhook_endpoints/${endpoint}/figures`)
    // An attempt counts from its start, and its outcome is shown once it is over.
    const isOver = figures.body.failing_since !== null && figures.body.events_behind === 0
    return body.data[0]?.attempts_made > 0 && isOver
  })
}
