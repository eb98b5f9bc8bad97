// The IDs of the parts of a subscription.

import { decodeId, encodeId, newUuid } from '../../platform/ids.ts'

/** IDs of items, such as `si_01h2…`. */
export const itemIds = {
  make: () => encodeId('si', newUuid()),
  ref: (id: string) => encodeId('si', id),
  parse: (ref: string) => decodeId('si', ref),
}

/** The ID of a scheduled change, such as `sch_01h2…`. */
export const newChangeId = () => encodeId('sch', newUuid())
