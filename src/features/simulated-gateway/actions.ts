// The action on the simulated gateway: it sets the next outcomes of a saved method.

import { billingError } from '../../domain/errors.ts'
import { assertReusable } from '../../domain/payment-method.ts'
import { encodeId, newUuid } from '../../platform/ids.ts'
import type { Action } from '../accounts/store.ts'
import { missingInBody } from '../identifiers.ts'
import { paymentMethodIds, paymentMethods } from '../payment-methods/record.ts'
import type { Scripted } from './cards.ts'

/** The prefix of the ID of a script. */
export const SCRIPT = 'scr'

/** 403: no simulated gateway takes live payments. */
export const notSimulated = () =>
  billingError(
    'test_environment_only',
    'This key belongs to a live environment, which has no simulated gateway. Use a test key.',
  )

export interface WriteScript {
  payment_method_id: string
  outcomes: readonly Scripted[]
}

/** Decides whether a method can have a script, and its ID. The gateway keeps it outside of the write path. */
export const writeScript: Action<WriteScript> = {
  name: 'simulated_gateway.script',
  rows: ({ payment_method_id: id }) => [{ table: paymentMethods, id }],
  decide(work, { payment_method_id: id, outcomes }) {
    const param = 'payment_method_id'
    const method = work.find(paymentMethods, id)
    if (!method) throw missingInBody(paymentMethodIds, id, param)
    assertReusable(method, param)
    if (method.gateway_id !== null) {
      throw billingError(
        'parameter_invalid',
        `Payment method ${paymentMethodIds.ref(id)} is at another gateway. Only methods that were saved at the simulated gateway have a script.`,
        { param },
      )
    }
    const object_id = encodeId(SCRIPT, newUuid())
    const json = JSON.stringify({
      ...{ object: 'simulated_script', id: object_id },
      ...{ payment_method_id: paymentMethodIds.ref(id), outcomes },
    })
    return { json, object_id }
  },
}
