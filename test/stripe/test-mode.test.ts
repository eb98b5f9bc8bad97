// The scenarios in Stripe's test mode: STRIPE_TEST_KEY=sk_test_… npm run test:stripe. No money moves.

import { after, test } from 'node:test'
import Stripe from 'stripe'
import { openBench, refOf } from './gateway.ts'
import { SCENARIOS, type Stage } from './scenarios.ts'

const KEY = process.env.STRIPE_TEST_KEY ?? ''
// A live key would move money.
const isTestKey = /^[rs]k_test_/.test(KEY)
const skip = isTestKey
  ? false
  : 'STRIPE_TEST_KEY is not set to a test key: nothing was run against Stripe'

const stage = isTestKey ? await openStage() : undefined

async function openStage(): Promise<Stage> {
  const { kept, other } = await openBench({ after })
  const stripe = new Stripe(KEY, { maxNetworkRetries: 2 })
  const real = { secretKey: KEY, address: undefined }
  const customerOf = async (customer_id: number) => (await kept(customer_id))[0] ?? ''
  return {
    gateway: other(real),
    other: (more) => other({ ...real, ...more }),
    async attach(customer_id, card) {
      const customer = await customerOf(customer_id)
      return (await stripe.paymentMethods.attach(card, { customer })).id
    },
    async charges(payment) {
      const customer = await customerOf(payment.customer_id)
      const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
      return data.filter(
        ({ metadata, status }) => metadata.payment === refOf(payment) && status === 'succeeded',
      ).length
    },
  }
}

for (const { title, run } of SCENARIOS)
  test(`in test mode, ${title}`, { skip }, async () => stage && run(stage))
