// The card and the invoice of the operations on payment methods: of a customer of their own, who is not deleted.

import type { Api } from '../client.ts'
import { get, makeCustomer, makeFinalized } from '../fixtures.ts'
import { until } from '../harness.ts'
import { type Books, disputeOne, pressPay, saveCard } from '../online.ts'

const booksOf = (api: Api): Books => ({
  make: async (path, body = {}) => (await api.post(path, { body })).body,
  read: (path) => get(api, path),
})

/** Lets a customer save a card. */
async function aSavedCard(api: Api, made: Map<string, string>): Promise<void> {
  const { id } = await makeCustomer(api, { name: 'Saver Ltd' })
  made.set('saver', String(id))
  await saveCard(booksOf(api), `cus_${id}`)
}

/** An unpaid invoice of that customer. */
async function anInvoice(api: Api, made: Map<string, string>): Promise<string> {
  return (await makeFinalized(api, { customer_id: `cus_${made.get('saver')}` })).id
}

/** Waits until the gateway has answered, so that the number of events does not depend on it. */
async function itIs(status: 'settled' | 'canceled', api: Api, payment = ''): Promise<void> {
  await until(`the payment to be ${status}`, async () => {
    return (await get(api, `/v1/payments/${payment}`)).status === status
  })
}

/** A payment that the customer began on the page of an invoice. */
async function aBegunPayment(api: Api, made: Map<string, string>): Promise<string> {
  const id = await anInvoice(api, made)
  await pressPay(await get(api, `/v1/invoices/${id}`), api.url)
  return (await get(api, `/v1/payments?invoice_id=${id}`)).data[0].id
}

/** The operations, in their order. */
export const CARD_STORY = [
  'listPaymentMethods',
  'exportPaymentMethods',
  'retrievePaymentMethod',
  'defaultPaymentMethod',
  'cancelPayment',
  'payInvoice',
  'retrieveInvoiceCollection',
  'scriptSimulatedGateway',
  'listSimulatedCharges',
  'exportSimulatedCharges',
  ...['runReconciliation', 'retrieveReconciliation'],
  ...['listReconciliationDifferences', 'exportReconciliationDifferences'],
  'detachPaymentMethod',
  'setUpPaymentMethod',
]

/** At the end, since they advance the clock: into another month, on its last day. */
export const DISPUTE_STORY = [
  'listDisputes',
  'exportDisputes',
  'retrieveDispute',
  'endSimulatedDispute',
]

/** Preparations of operations on payments by gateway. */
export const CARD_STEPS: Record<string, (api: Api, made: Map<string, string>) => Promise<void>> = {
  listPaymentMethods: aSavedCard,
  async cancelPayment(api, made) {
    made.set('payments', await aBegunPayment(api, made))
  },
  async payInvoice(api, made) {
    await itIs('canceled', api, made.get('payments'))
    made.set('invoices', await anInvoice(api, made))
  },
  async listDisputes(api, made) {
    const dispute = await disputeOne(booksOf(api), `cus_${made.get('saver')}`)
    made.set('disputes', dispute?.id)
    // Its operation that ends it is found under this name.
    made.set('simulated_gateway', dispute?.id)
  },
  scriptSimulatedGateway: (api, made) => itIs('settled', api, made.get('payments')),
}
