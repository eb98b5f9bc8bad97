// The table of payment gateways.

import { Type } from 'typebox'
import { eventsOf } from '../../domain/event.ts'
import { GATEWAY_STATUSES, GATEWAY_TYPES } from '../../domain/gateway.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { objectIds } from '../identifiers.ts'
import {
  asSent,
  bytes,
  computed,
  fixed,
  flag,
  hidden,
  instant,
  line,
  nullable,
  oneOf,
  ownText,
  words,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const gatewayIds = objectIds('gateway')

const Currencies = Type.Array(Type.String({ format: 'currency', examples: ['cad'] }), {
  minItems: 1,
  maxItems: 50,
  description: 'The currencies that it takes; null for all.',
})

export const gatewayRecord = resourceRecord('gateway', {
  type: fixed(oneOf(GATEWAY_TYPES, 'The payment service.')),
  name: line('Your name for it.', { max: 100, min: 1, erased: NOT_PERSONAL }),
  status: oneOf(GATEWAY_STATUSES, 'A disabled one begins no new payments.'),
  currencies: asSent(
    nullable(words(Type.Array(Type.String())), 'The currencies that it takes; null for all.'),
    Currencies,
  ),
  default: computed(
    Type.Boolean({ description: 'True if it is preferred to others that take a currency.' }),
  ),
  webhook_url: computed(
    Type.String({ description: 'The address to which the payment service sends its events.' }),
  ),
  key_hint: ownText(
    Type.String({ description: 'The kind and the last characters of the secret key.' }),
    { erased: NOT_PERSONAL },
  ),
  has_webhook_secret: computed(
    Type.Boolean({
      description:
        'False until `webhook_secret` is set: payments are then confirmed minutes later.',
    }),
  ),
  created_at: fixed(instant()),
  updated_at: instant(),

  is_default: hidden(flag('', { erased: NOT_PERSONAL })),
  /** Sealed. No response has it. */
  secret_key: bytes({ erased: NOT_PERSONAL }),
  webhook_secret: nullable(bytes({ erased: NOT_PERSONAL })),
})

export interface GatewayRow extends RowOf<typeof gatewayRecord.members> {}

export const events = eventsOf('gateway')

/** The path of a gateway's events. The environment is named because no key says it. */
const eventsPath = ({ environment_id, id }: Pick<GatewayRow, 'environment_id' | 'id'>): string =>
  `/v1/gateways/${gatewayIds.ref(id)}/events?environment=${environment_id}`

/** The object as clients see it; `publicUrl` is the URL of this service. */
export const gatewayJson = (row: GatewayRow, publicUrl: string): string =>
  gatewayRecord.json(row, {
    default: row.is_default,
    webhook_url: `${publicUrl}${eventsPath(row)}`,
    has_webhook_secret: row.webhook_secret !== null,
  })
