// Contract 1: the metrics are for this machine and for whoever has the token. What a caller says of its own
// address, in front of what the proxy adds, does not make it this machine.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { world } from '../harness.ts'
import { row } from './rows.ts'

const w = await world({ after }, { settings: { TRUST_PROXY: 'true' } })

row('c1 metrics forwarded', async () => {
  const ask = async (forwarded: string) =>
    (await w.api.get('/metrics', { key: null, headers: { 'x-forwarded-for': forwarded } })).status
  assert.equal(await ask('203.0.113.9'), 403)
  for (const claimed of ['127.0.0.1', '127.0.0.5', '::1']) {
    assert.equal(await ask(`${claimed}, 203.0.113.9`), 403, claimed)
  }
})
