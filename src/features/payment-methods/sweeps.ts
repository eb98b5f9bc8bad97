// Asks gateways for methods that customers saved without paying, and has them forget methods that were detached or erased.

import { nextCheck } from '../../domain/payment-states.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import { type Background, inBackground } from '../background.ts'
import { dueAction, waitingWork } from '../due-work.ts'
import type { GatewayBackground } from '../gateway.ts'
import { announceExpiry, type Forgotten, recordForgotten, saveSetup } from './actions.ts'
import { paymentMethods } from './record.ts'
import { toAnnounce, toForget } from './store.ts'
import { findSetup, putOffSetup, removeSetup, toCheckSetups } from './store-setups.ts'

export const announceExpiries = (parts: Background): DueWork =>
  dueAction(parts, 'payment_methods.announce', toAnnounce, announceExpiry)

/** Forgetting is repeated until the gateway agrees; a method that is gone there stays so. */
export const forgetMethods = ({ pool, lane, wallNow, gateways }: GatewayBackground): DueWork =>
  waitingWork(
    { pool, wallNow },
    'payment_methods.forget',
    toForget,
    async (environment_id, { id }) => {
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
    },
  )

/** After this time no gateway's page is open any more. */
const SETUP_MS = 3 * 24 * 3_600_000

/** Saves what customers entered on pages of gateways; a page that is open is asked about again. */
export const checkSetups = ({ pool, lane, wallNow, gateways }: GatewayBackground): DueWork =>
  waitingWork(
    { pool, wallNow },
    'payment_methods.check_setups',
    toCheckSetups,
    async (environment_id, { id, late_ms }) => {
      const key = { environment_id, id }
      const setup = await findSetup(pool, key)
      if (!setup) return
      const { gateway_id, customer_id, ref, created_at } = setup
      const now = setup.check_at + late_ms
      // First, so that a gateway that fails is not asked all the time.
      await putOffSetup(pool, key, nextCheck(created_at, now))
      const gateway = await gateways.of(environment_id, gateway_id)
      const found = await gateway.lookUpSetup(ref)
      if (typeof found === 'object') {
        const input = { id, customer_id, gateway_id, method: found.method }
        await lane.submit(inBackground(environment_id, saveSetup, input))
      } else if (found === 'open' && now < created_at + SETUP_MS) return
      await removeSetup(pool, key)
    },
  )
