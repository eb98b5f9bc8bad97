// Has gateways forget methods that were detached or erased.

import type { DueWork } from '../../platform/sweeps/due.ts'
import { inBackground } from '../background.ts'
import { dueWork } from '../due-work.ts'
import type { GatewayBackground } from '../gateways/open.ts'
import { type Forgotten, recordForgotten } from './actions.ts'
import { paymentMethods } from './record.ts'
import { toForget } from './store.ts'

/** Forgetting is repeated until the gateway agrees; a method that is gone there stays so. */
export const forgetMethods = ({ pool, lane, wallNow, gateways }: GatewayBackground): DueWork =>
  dueWork({ pool, wallNow }, 'payment_methods.forget', toForget, async (environment_id, { id }) => {
    const [method] = await paymentMethods.find(pool, [{ environment_id, id }])
    if (!method || method.forget_at === null) return
    const record = (isDone: boolean) => {
      const forgotten: Forgotten = { id, isDone }
      return lane.submit(inBackground(environment_id, recordForgotten, forgotten))
    }
    try {
      const gateway = await gateways.of(environment_id, method.gateway_id)
      await gateway.detach(method.gateway_ref)
    } catch (error) {
      await record(false)
      throw error
    }
    await record(true)
  })
