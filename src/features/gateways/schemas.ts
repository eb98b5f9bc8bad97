// Gateway schemas: request bodies. Secrets are only ever sent.

import { type Static, Type } from 'typebox'
import { Body, Text } from '../../platform/http/shapes.ts'
import { sent } from '../bodies.ts'
import { gatewayRecord } from './record.ts'

const KEY_MOST = 255
const SecretKey = Text(
  KEY_MOST,
  'A secret key of Stripe, or better a restricted one. Stored encrypted; no response has it.',
  1,
)
const WebhookSecret = Text(
  KEY_MOST,
  'The signing secret of the webhook endpoint at Stripe. Stored encrypted; no response has it.',
  1,
)
const Default = Type.Boolean({
  description:
    'True to prefer it to others that take a currency; the one that was default is not any more.',
})

export const GatewayCreate = Body({
  ...sent(gatewayRecord, {
    required: ['type', 'name'],
    optional: ['status'],
    clearable: ['currencies'],
  }),
  default: Type.Optional(Default),
  secret_key: SecretKey,
  webhook_secret: Type.Optional(WebhookSecret),
})
export type GatewayCreate = Static<typeof GatewayCreate>

export const GatewayPatch = Body({
  ...sent(gatewayRecord, { optional: ['name', 'status'], clearable: ['currencies'] }),
  default: Type.Optional(Default),
  secret_key: Type.Optional(SecretKey),
  webhook_secret: Type.Optional(WebhookSecret),
})
export type GatewayPatch = Static<typeof GatewayPatch>
