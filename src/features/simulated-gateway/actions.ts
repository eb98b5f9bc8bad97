// The actions on the simulated gateway: they set the next outcomes of a saved method, and end a dispute.

import { assertOpen, type DISPUTE_ENDS } from '../../domain/dispute.ts'
import { billingError } from '../../domain/errors.ts'
import { assertReusable } from '../../domain/payment-method.ts'
import { encodeId, newUuid } from '../../platform/ids.ts'
import type { Action } from '../accounts/store.ts'
import { answerOf, disputeRows, type RecordDisputes, takeReports } from '../disputes/actions.ts'
import { disputeIds, disputes } from '../disputes/record.ts'
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

export interface EndDispute extends RecordDisputes {
  dispute_id: string
  status: (typeof DISPUTE_ENDS)[number]
}

/** Records what the gateway reports of a dispute after it was ended there. Throws `dispute_closed`. */
export const recordEnd: Action<EndDispute> = {
  name: 'simulated_gateway.end_dispute',
  rows: disputeRows,
  decide(work, { dispute_id, status, payment_id, reports }) {
    const find = () =>
      work.list(disputes, 'payment_id', payment_id).find(({ id }) => id === dispute_id)
    const before = find()
    if (!before) throw disputeIds.missing(disputeIds.ref(dispute_id))
    // The sweep can be first.
    if (before.status !== status) assertOpen(before)
    takeReports(work, payment_id, reports)
    return answerOf(find() ?? before)
  },
}
