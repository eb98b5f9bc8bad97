// Advances the clock of a test environment, and waits until it has arrived.

import assert from 'node:assert/strict'
import type { Api, Ask } from './client.ts'
import type { Made } from './fixtures.ts'
import { until } from './harness.ts'

const CLOCK = '/v1/test_clock'

/** Advances the clock; returns it once it has arrived. */
export async function advanceTo(api: Api, to: string, ask: Ask = {}): Promise<Made> {
  const answer = await api.post(`${CLOCK}/advance`, { body: { to }, ...ask })
  assert.equal(answer.status, 200, answer.text)
  return clockReady(api, ask)
}

/** Advancing thousands of subscriptions by months takes long on a loaded machine. */
const ARRIVAL_MS = 600_000

export function clockReady(api: Api, ask: Ask = {}): Promise<Made> {
  return until(
    'the clock to arrive',
    async () => {
      const { status, text, body } = await api.get(`${CLOCK}?wait=60`, ask)
      assert.equal(status, 200, text)
      return body.status === 'ready' && body
    },
    ARRIVAL_MS,
  )
}
