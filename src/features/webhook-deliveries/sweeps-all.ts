// The background jobs of webhooks: fan-out, delivery, and skipping deliveries of deleted endpoints.

import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { Background } from '../background.ts'
import { abandonSweep, fanOutSweep } from './sweeps.ts'
import { deliverySweep } from './sweeps-deliver.ts'
import type { DeliveryParts } from './sweeps-pump.ts'

export function webhookSweeps(background: Background): readonly Sweep[] {
  const parts = partsOf(background)
  const deliveries = deliverySweep(parts)
  const onFed = () => background.wake(deliveries.name)
  return [fanOutSweep({ ...parts, onFed }), deliveries, abandonSweep(parts)]
}

const partsOf = ({ pool, lane, sealer, names, wallNow, ...more }: Background): DeliveryParts => ({
  pool,
  lane,
  sealer,
  wallNow,
  names,
  outgoing: { allowPrivate: more.allowPrivate, connectTimeoutMs: 5_000, timeoutMs: 15_000 },
  ticksNow: more.ticksNow,
  random: Math.random,
  onFailure: more.logged('a webhook could not be processed and will be retried'),
})
