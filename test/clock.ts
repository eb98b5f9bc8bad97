// Takes the clock of a test environment somewhere, and waits until it is there.

import assert from 'node:assert/strict'
import type { Api, Ask } from './client.ts'
import type { Made } from './fixtures.ts'
import { until } from './harness.ts'

const CLOCK = '/v1/test_clock'

/** Advances, and answers the clock as it stands when it has arrived. */
export async function advanceTo(api: Api, to: string, ask: Ask = {}): Promise<Made> {
  const answer = await api.post(`${CLOCK}/advance`, { body: { to }, ...ask })
  assert.equal(answer.status, 200, answer.text)
  return clockReady(api, ask)
}

/** Years are a long way on a loaded machine. */
const ARRIVAL_MS = 180_000

/** Answers the clock once it is ready. */
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
