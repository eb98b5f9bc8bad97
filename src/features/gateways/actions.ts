// The actions on gateways: create and update. Each also saves the summary of the active ones in the settings.

import { parseCurrency } from '../../domain/currencies.ts'
import { billingError } from '../../domain/errors.ts'
import {
  assertSecretKey,
  assertWebhookSecret,
  GATEWAYS_MOST,
  type GatewaySummary,
  keyHint,
} from '../../domain/gateway.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import type { NamedRow } from '../../platform/db/table.ts'
import type { Sealer } from '../../platform/seal.ts'
import { keepGateways, settingsRow } from '../account-settings/actions.ts'
import type { Action, Work } from '../accounts/store.ts'
import { insertRow, newRow } from '../rows.ts'
import { events, type GatewayRow, gatewayIds, gatewayJson, gatewayRecord } from './record.ts'
import type { GatewayCreate, GatewayPatch } from './schemas.ts'

interface WithSealer {
  environment_id: number
  sealer: Sealer
}

/** All gateways of an environment: one that becomes the default changes another. */
const rows = ({ environment_id }: WithSealer): NamedRow[] => [
  { table: gatewayRecord, by: 'type', id: 'stripe' },
  settingsRow(environment_id),
]

const allOf = (work: Work): GatewayRow[] =>
  work
    .list(gatewayRecord, 'type', 'stripe')
    .sort((one, other) => one.created_at - other.created_at || (one.id < other.id ? -1 : 1))

const about = ({ id }: GatewayRow) => ({ id: gatewayIds.ref(id) })
const presenting = (work: Work) => (row: GatewayRow) =>
  gatewayJson(row, work.environment.public_url)

export const createGateway: Action<GatewayCreate & WithSealer> = {
  name: 'gateways.create',
  rows,
  decide(work, { type, name, status, currencies, default: isDefault, sealer, ...secrets }) {
    assertRoom(work)
    assertNewTexts([{ param: 'name', be: 'visible', text: name, stored: undefined }])
    const row: GatewayRow = {
      ...newRow(work),
      ...{ type, name, status: status ?? 'active', currencies: listOf(currencies) },
      is_default: isDefault ?? false,
      webhook_secret: null,
      ...(sealed(work, secrets, sealer) as Pick<GatewayRow, 'secret_key' | 'key_hint'>),
    }
    if (row.is_default) replaceDefault(work, row)
    const inserted = { table: gatewayRecord, row, present: presenting(work) }
    const answer = insertRow(work, events.created, about(row), inserted)
    keepSummary(work)
    return answer
  },
}

export const updateGateway: Action<WithSealer & { id: string; patch: GatewayPatch }> = {
  name: 'gateways.update',
  rows,
  decide(
    work,
    { id, patch: { name, status, currencies, default: isDefault, ...secrets }, sealer },
  ) {
    const before = allOf(work).find((each) => each.id === id)
    if (!before) throw gatewayIds.missing(gatewayIds.ref(id))
    const present = presenting(work)
    work.assertMatch(() => present(before))
    assertNewTexts([{ param: 'name', be: 'visible', text: name, stored: before.name }])
    const after: GatewayRow = {
      ...before,
      name: name ?? before.name,
      status: status ?? before.status,
      currencies: currencies === undefined ? before.currencies : listOf(currencies),
      is_default: isDefault ?? before.is_default,
      ...sealed(work, secrets, sealer),
      updated_at: work.now,
    }
    if (after.is_default && !before.is_default) replaceDefault(work, after)
    const update = { table: gatewayRecord, before, after, present }
    const answer = work.change(events.updated, about(before), update)
    keepSummary(work)
    return answer
  },
}

function assertRoom(work: Work): void {
  const { gateways_count = 0 } = work.environment.counters
  if (gateways_count < GATEWAYS_MOST) return
  throw billingError(
    'gateways_full',
    `This environment has ${gateways_count} gateways, which is the maximum. Change the keys and currencies of one that is disabled instead.`,
  )
}

const listOf = (currencies: readonly string[] | null | undefined): string[] | null =>
  currencies ? [...new Set(currencies.map((each) => parseCurrency(each)))] : null

/** The columns of the secrets that are sent, sealed; throws for keys of the other mode. */
function sealed(
  work: Work,
  { secret_key, webhook_secret }: Pick<GatewayPatch, 'secret_key' | 'webhook_secret'>,
  sealer: Sealer,
): Partial<GatewayRow> {
  if (secret_key !== undefined) assertSecretKey(secret_key, work.environment.mode)
  if (webhook_secret !== undefined) assertWebhookSecret(webhook_secret)
  const seal = (text: string) => sealer.seal(Buffer.from(text))
  return {
    ...(secret_key !== undefined && {
      secret_key: seal(secret_key),
      key_hint: keyHint(secret_key),
    }),
    ...(webhook_secret !== undefined && { webhook_secret: seal(webhook_secret) }),
  }
}

/** The gateway that was the default is not any more. */
function replaceDefault(work: Work, { id }: GatewayRow): void {
  const before = allOf(work).find((each) => each.is_default && each.id !== id)
  if (!before) return
  const after = { ...before, is_default: false, updated_at: work.now }
  const present = presenting(work)
  work.change(events.updated, about(before), { table: gatewayRecord, before, after, present })
}

/** Saves the active gateways in the settings, which every action has. */
function keepSummary(work: Work): void {
  const active = allOf(work).filter(({ status }) => status === 'active')
  keepGateways(
    work,
    active.map(
      ({ id, currencies, is_default }): GatewaySummary => ({
        ...{ id, currencies },
        ...(is_default && { default: true }),
      }),
    ),
  )
}
