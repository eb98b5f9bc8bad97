// Steps of the story of operations that move the subscribers of a price.

import type { Api } from '../client.ts'
import { bodyOf as bodyOfAnswer, get } from '../fixtures.ts'
import { until } from '../harness.ts'

/** Makes the price that subscribers are moved to. */
export async function aDearerPrice(api: Api, made: Map<string, string>): Promise<void> {
  const path = `/v1/prices/${made.get('prices')}`
  const { product_id, currency, interval } = await get(api, path)
  const terms = { product_id, currency, interval, model: 'per_unit', unit_amount: 2499 }
  made.set('prices/next', (await bodyOfAnswer(api.post('/v1/prices', { body: terms }))).id)
}

export async function migrationIs(
  api: Api,
  made: Map<string, string>,
  status: string,
): Promise<void> {
  const path = `/v1/price_migrations/${made.get('price_migrations')}`
  await until(`a migration that is ${status}`, async () => (await get(api, path)).status === status)
}

/** A text with the prices of the story. */
export const withPrices = (text: string, made: Map<string, string>): string =>
  text
    .replace(/price_[0-9a-z]{24}43/, made.get('prices/next') ?? '')
    .replace(/price_01h2[0-9a-z]{22}/, made.get('prices') ?? '')
