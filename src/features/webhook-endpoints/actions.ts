// The actions on webhook endpoints: create, update, pause, rotate the secret, test, delete.

import { randomBytes } from 'node:crypto'
import { billingError } from '../../domain/errors.ts'
import {
  type DisabledReason,
  ENDPOINTS_MOST,
  type EndpointStatus,
  TEST_EVENT,
} from '../../domain/webhook.ts'
import type { Subject } from '../../platform/db/table.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { Action, Work } from '../accounts/store.ts'
import { insertRow, newRow, orEmpty, patched } from '../rows.ts'
import { assertCanRead, assertKnownEvents, assertMayReceive } from './permissions.ts'
import { endpointIds, events, type WebhookEndpoint, webhookEndpoints } from './record.ts'
import { type EndpointCreate, type EndpointPatch, showingSecret } from './schemas.ts'
import { pendingTypes } from './store.ts'

const SECRET_BYTES = 32

/** Generates a signing secret: its text, `whsec_` + base64 (Standard Webhooks), and its sealed form. */
export function newSecret(sealer: Sealer): { text: string; sealed: Buffer } {
  const bytes = randomBytes(SECRET_BYTES)
  return { text: secretText(bytes), sealed: sealer.seal(bytes) }
}

/** Formats a secret for display. */
export const secretText = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`

const { json: present } = webhookEndpoints
const about = ({ id }: WebhookEndpoint): Subject => ({ id: endpointIds.ref(id) })

function getEndpoint(work: Work, id: string): WebhookEndpoint {
  const endpoint = work.find(webhookEndpoints, id)
  if (!endpoint || endpoint.deleted_at !== null) throw endpointIds.missing(endpointIds.ref(id))
  return endpoint
}

/** The caller's scopes: an endpoint is sent only events that they can read themselves. */
interface ByCaller {
  scopes: readonly string[]
}

export interface CreateEndpoint extends EndpointCreate, ByCaller {
  secret: { text: string; sealed: Buffer }
}

export const createEndpoint: Action<CreateEndpoint> = {
  name: 'webhook_endpoints.create',
  rows: () => [],
  decide(work, input) {
    assertRoom(work)
    const enabled_events = input.enabled_events ?? ['*']
    assertKnownEvents(enabled_events)
    assertMayReceive(input.scopes, enabled_events)
    const endpoint: WebhookEndpoint = {
      ...newRow(work),
      url: input.url,
      description: input.description ?? '',
      enabled_events,
      status: 'enabled',
      disabled_reason: null,
      secret: input.secret.sealed,
      former_secret: null,
      former_secret_until: null,
      metadata: input.metadata ?? {},
      deleted_at: null,
      // Starts at the current event, so its own creation is its first event.
      cursor_sequence: work.environment.counters.event_sequence,
      failing_since: null,
    }
    const inserted = { table: webhookEndpoints, row: endpoint, present }
    const answer = insertRow(work, events.created, about(endpoint), inserted)
    return { ...answer, shown_once: showingSecret(answer.json, input.secret.text) }
  },
}

/** Checked only on creation: existing endpoints keep working, however many there are. */
function assertRoom(work: Work): void {
  const count = work.environment.counters.webhook_endpoints_count ?? 0
  if (count < ENDPOINTS_MOST) return
  throw billingError(
    'webhook_endpoints_full',
    `This environment has ${count} webhook endpoints; the maximum is ${ENDPOINTS_MOST}. Delete one that you do not need, or let one receiver forward events.`,
  )
}

export interface UpdateEndpoint extends ByCaller {
  id: string
  patch: EndpointPatch
  /** Throws if the URL must not be called. */
  assertCallable(url: string): void
}

export const updateEndpoint: Action<UpdateEndpoint, readonly string[]> = {
  name: 'webhook_endpoints.update',
  rows: ({ id }) => [{ table: webhookEndpoints, id }],
  // Pending deliveries would go to the new URL, including those of event types that are no longer enabled.
  facts: {
    about: ['webhook_deliveries'],
    async load(tx, requests) {
      const moving = requests.filter(
        ({ input: { patch, scopes } }) => patch.url && !scopes.includes('*'),
      )
      const keys = moving.map(({ environment_id, input: { id } }) => ({ environment_id, id }))
      const types = await pendingTypes(tx, keys)
      return requests.map((each) => types[moving.indexOf(each)] ?? [])
    },
  },
  decide(work, { id, patch, scopes, assertCallable }, waiting) {
    const { enabled_events, url } = patch
    // A URL that was once allowed can be sent back unchanged (contract: versioning).
    if (url !== undefined && url !== work.find(webhookEndpoints, id)?.url) assertCallable(url)
    const before = getEndpoint(work, id)
    work.assertMatch(() => present(before))
    if (enabled_events && enabled_events.join() !== before.enabled_events.join()) {
      assertKnownEvents(enabled_events, before.enabled_events)
      assertMayReceive(scopes, enabled_events)
    }
    if (url !== undefined && url !== before.url) {
      const sent = [...before.enabled_events, ...waiting]
      assertCanRead(
        scopes,
        sent,
        'Only callers who can read everything that is sent to an endpoint can change its URL',
      )
    }
    const members = { ...patch, description: orEmpty(patch.description) }
    return save(work, before, patched(work, before, members))
  },
}

/** Pauses or resumes an endpoint; events recorded while it is paused are delivered on resume, in order. */
export const setEndpointStatus: Action<{
  id: string
  status: Exclude<EndpointStatus, 'disabled'>
}> = {
  name: 'webhook_endpoints.set_status',
  rows: ({ id }) => [{ table: webhookEndpoints, id }],
  decide(work, { id, status }) {
    const before = getEndpoint(work, id)
    work.assertMatch(() => present(before))
    return save(work, before, {
      ...before,
      status,
      disabled_reason: null,
      failing_since: status === 'enabled' ? null : before.failing_since,
      updated_at: work.now,
    })
  },
}

function save(work: Work, before: WebhookEndpoint, after: WebhookEndpoint) {
  const update = { table: webhookEndpoints, before, after, present }
  return work.change(events.updated, about(before), update)
}

export interface RotateSecret extends ByCaller {
  id: string
  secret: { text: string; sealed: Buffer }
  /** Wall time until which the previous secret also signs. */
  former_until: number
}

export const rotateSecret: Action<RotateSecret> = {
  name: 'webhook_endpoints.rotate_secret',
  rows: ({ id }) => [{ table: webhookEndpoints, id }],
  decide(work, { id, secret, former_until, scopes }) {
    const before = getEndpoint(work, id)
    work.assertMatch(() => present(before))
    // A signing secret lets its holder forge events that the receiver accepts.
    const rule = 'Only callers who can read everything that is signed with a secret can rotate it'
    assertCanRead(scopes, before.enabled_events, rule)
    const after: WebhookEndpoint = {
      ...before,
      secret: secret.sealed,
      former_secret: before.secret,
      former_secret_until: former_until,
      updated_at: work.now,
    }
    const json = present(after)
    work.update(webhookEndpoints, after)
    work.record(events.secret_rotated, { id: endpointIds.ref(id) }, json)
    return { json, object_id: endpointIds.ref(id), shown_once: showingSecret(json, secret.text) }
  },
}

/** Records an event for this endpoint only, which is then delivered like any other. */
export const testEndpoint: Action<{ id: string }> = {
  name: 'webhook_endpoints.test',
  rows: ({ id }) => [{ table: webhookEndpoints, id }],
  decide(work, { id }) {
    const json = present(getEndpoint(work, id))
    work.record(events.test, { id: endpointIds.ref(id) }, json)
    return { json, object_id: endpointIds.ref(id) }
  },
}

/** True if an event is a test of this endpoint. */
export function isTestOf(
  endpoint: WebhookEndpoint,
  event: { type: string; object_id: string },
): boolean {
  return event.type === TEST_EVENT && event.object_id === endpointIds.ref(endpoint.id)
}

/**
 * Throws if the caller cannot read events that they resend: the endpoint was possibly subscribed to more in the past,
 * or had another URL.
 */
export function assertMayResend(scopes: readonly string[], types: readonly string[]): void {
  assertCanRead(scopes, types, 'Only callers who can read an event can send it again')
}

/** Disables an endpoint that returned 410 or has failed for too long. */
export function disable(work: Work, endpoint: WebhookEndpoint, reason: DisabledReason): void {
  const disabled: WebhookEndpoint = {
    ...endpoint,
    status: 'disabled',
    disabled_reason: reason,
    updated_at: work.now,
  }
  work.update(webhookEndpoints, disabled)
  work.record(events.disabled, about(endpoint), present(disabled))
}

export const deleteEndpoint: Action<{ id: string }> = {
  name: 'webhook_endpoints.delete',
  rows: ({ id }) => [{ table: webhookEndpoints, id }],
  decide(work, { id }) {
    const endpoint = getEndpoint(work, id)
    work.assertMatch(() => present(endpoint))
    work.update(webhookEndpoints, { ...endpoint, updated_at: work.now, deleted_at: work.now })
    work.record(events.deleted, { id: endpointIds.ref(id) }, present(endpoint))
    const json = JSON.stringify({
      id: endpointIds.ref(id),
      object: 'webhook_endpoint',
      deleted: true,
    })
    return { json, object_id: endpointIds.ref(id) }
  },
}
