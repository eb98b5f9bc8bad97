// The actions on deliveries: create from the feed, record an attempt, redeliver, skip.

import { billingError } from '../../domain/errors.ts'
import { FAILING_LIMIT_MS, nextWaitMs, TEST_EVENT, wants } from '../../domain/webhook.ts'
import { encodeId, newUuid } from '../../platform/ids.ts'
import type { Action, Work } from '../accounts/store.ts'
import { assertMayResend, disable, isTestOf } from '../webhook-endpoints/actions.ts'
import { endpointIds, type WebhookEndpoint, webhookEndpoints } from '../webhook-endpoints/record.ts'
import { deliveryIds, type WebhookDelivery } from './record.ts'
import { deliveryJson } from './schemas.ts'
import { areWaiting, webhookAttempts, webhookDeliveries } from './store.ts'

const NOTHING = { json: '{}', object_id: '' }

/** The fields of an event that fan-out needs. */
export interface FedEvent {
  sequence: number
  id: string
  type: string
  object_id: string
}

export interface FanOut {
  endpoint_id: string
  /** The cursor after which these events were read; if it has moved since, another process was faster. */
  after: number
  events: FedEvent[]
  wallMs: number
}

/** Creates deliveries for the next events of the feed and moves the endpoint's cursor past them. */
export const fanOut: Action<FanOut> = {
  name: 'webhook_deliveries.fan_out',
  rows: ({ endpoint_id }) => [{ table: webhookEndpoints, id: endpoint_id }],
  decide(work, { endpoint_id, after, events, wallMs }) {
    const endpoint = work.find(webhookEndpoints, endpoint_id)
    const last = events.at(-1)
    const stale = !endpoint || endpoint.deleted_at !== null || endpoint.cursor_sequence !== after
    if (stale || !last) return NOTHING
    const objects = new Set<string>()
    for (const event of events) {
      if (!isWanted(endpoint, event)) continue
      const delivery = newDelivery(endpoint, event, wallMs, work.now)
      work.insert(webhookDeliveries, behindOthers(delivery, objects))
    }
    work.update(webhookEndpoints, { ...endpoint, cursor_sequence: last.sequence })
    return NOTHING
  },
}

/** Holds back all but the first delivery of each object; `objects` are those seen so far. */
function behindOthers(delivery: WebhookDelivery, objects: Set<string>): WebhookDelivery {
  const held = objects.has(delivery.object_id)
  objects.add(delivery.object_id)
  return held ? { ...delivery, next_attempt_at: null } : delivery
}

function isWanted(endpoint: WebhookEndpoint, event: FedEvent): boolean {
  if (event.type === TEST_EVENT) return isTestOf(endpoint, event)
  return wants(endpoint.enabled_events, event.type)
}

function newDelivery(
  endpoint: WebhookEndpoint,
  event: FedEvent,
  wallMs: number,
  createdAt: number,
): WebhookDelivery {
  return {
    environment_id: endpoint.environment_id,
    id: newUuid(),
    endpoint_id: endpoint.id,
    sequence: event.sequence,
    event_id: event.id,
    event_type: event.type,
    object_id: event.object_id,
    state: 'pending',
    attempts: 0,
    tries: 0,
    next_attempt_at: wallMs,
    lease_token: null,
    lease_until: null,
    response_status: null,
    last_error: null,
    created_at: createdAt,
    finished_at: null,
  }
}

export interface AttemptOutcome {
  delivery_id: string
  lease_token: string
  attempted_at: number
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
  /** The failure is ours and no attempt can succeed: the delivery is given up at once. */
  hopeless: boolean
  retry_after_ms: number | undefined
  /** In [0, 1), for the jitter of the next delay. */
  random: number
  wallMs: number
}

/** Records an attempt and its consequences, if its lease is still valid. */
export const recordAttempt: Action<AttemptOutcome> = {
  name: 'webhook_deliveries.record',
  rows: ({ delivery_id }) => [{ table: webhookDeliveries, id: delivery_id }],
  decide(work, outcome) {
    const delivery = work.find(webhookDeliveries, outcome.delivery_id)
    if (delivery?.state !== 'pending' || delivery.lease_token !== outcome.lease_token)
      return NOTHING
    const endpoint = work.find(webhookEndpoints, delivery.endpoint_id) as WebhookEndpoint
    const number = delivery.attempts + 1
    const { environment_id, id } = delivery
    const { attempted_at, duration_ms, response_status, response_body, error } = outcome
    work.insert(webhookAttempts, {
      environment_id,
      id: `${id}/${number}`,
      delivery_id: id,
      number,
      attempted_at,
      duration_ms,
      response_status,
      response_body,
      error,
    })
    const delivered = response_status !== null && response_status >= 200 && response_status < 300
    work.update(webhookDeliveries, afterAttempt(delivery, outcome, delivered))
    if (!outcome.hopeless) judgeEndpoint(work, endpoint, outcome, delivered)
    return NOTHING
  },
}

function afterAttempt(
  delivery: WebhookDelivery,
  outcome: AttemptOutcome,
  delivered: boolean,
): WebhookDelivery {
  const tries = delivery.tries + 1
  const over = delivered || outcome.hopeless
  const waitMs = over ? undefined : nextWaitMs(tries, outcome.random, outcome.retry_after_ms)
  const open = waitMs !== undefined
  return {
    ...delivery,
    attempts: delivery.attempts + 1,
    tries,
    state: delivered ? 'delivered' : open ? 'pending' : 'failed',
    next_attempt_at: open ? outcome.wallMs + waitMs : null,
    finished_at: open ? null : outcome.wallMs,
    lease_token: null,
    lease_until: null,
    response_status: outcome.response_status,
    last_error: outcome.error,
  }
}

/** A success clears the endpoint's failures; 410 or five days of failures disable it. */
function judgeEndpoint(
  work: Work,
  endpoint: WebhookEndpoint,
  { wallMs, response_status }: AttemptOutcome,
  delivered: boolean,
): void {
  const failing_since = delivered ? null : (endpoint.failing_since ?? wallMs)
  const judged = { ...endpoint, failing_since }
  if (failing_since !== endpoint.failing_since) work.update(webhookEndpoints, judged)
  const isOn = endpoint.status === 'enabled' && endpoint.deleted_at === null
  if (failing_since === null || !isOn) return
  if (response_status === 410) disable(work, judged, 'gone')
  else if (wallMs - failing_since > FAILING_LIMIT_MS) disable(work, judged, 'failing')
}

function getDelivery(work: Work, id: string): WebhookDelivery {
  const delivery = work.find(webhookDeliveries, id)
  if (!delivery) throw deliveryIds.missing(deliveryIds.ref(id))
  return delivery
}

/** Restarts a delivery's schedule, whatever its state. */
export const redeliver: Action<{ id: string; scopes: readonly string[]; wallMs: number }, boolean> =
  {
    name: 'webhook_deliveries.redeliver',
    rows: ({ id }) => [{ table: webhookDeliveries, id }],
    facts: {
      about: ['webhook_deliveries'],
      load: (tx, requests) =>
        areWaiting(
          tx,
          requests.map(({ environment_id, input: { id } }) => ({ environment_id, id })),
        ),
    },
    decide(work, { id, scopes, wallMs }, isWaiting) {
      const delivery = getDelivery(work, id)
      assertCallable(work, delivery.endpoint_id)
      assertMayResend(scopes, [delivery.event_type])
      const restart = restarted(delivery, wallMs)
      const again = isWaiting ? { ...restart, next_attempt_at: null } : restart
      work.update(webhookDeliveries, again)
      return { json: deliveryJson(again), object_id: deliveryIds.ref(id) }
    },
  }

/** Throws if the delivery's endpoint was deleted. */
function assertCallable(work: Work, endpointId: string): void {
  const endpoint = work.find(webhookEndpoints, endpointId)
  if (!endpoint || endpoint.deleted_at !== null) {
    throw endpointIds.missing(endpointIds.ref(endpointId))
  }
}

// A delivery that is being attempted keeps its lease, so that it is not called twice at once.
function restarted(delivery: WebhookDelivery, wallMs: number): WebhookDelivery {
  return { ...delivery, state: 'pending', tries: 0, next_attempt_at: wallMs, finished_at: null }
}

export interface RedeliverRange {
  endpoint_id: string
  /** In feed order. */
  delivery_ids: string[]
  /** The sequence number at which the next request continues. */
  next_sequence: number | null
  scopes: readonly string[]
  wallMs: number
}

/** Redelivers several deliveries of an endpoint, except those that are being attempted. */
export const redeliverRange: Action<RedeliverRange> = {
  name: 'webhook_deliveries.redeliver_range',
  rows: ({ endpoint_id, delivery_ids }) => [
    { table: webhookEndpoints, id: endpoint_id },
    ...delivery_ids.map((id) => ({ table: webhookDeliveries, id })),
  ],
  decide(work, { endpoint_id, delivery_ids, next_sequence, scopes, wallMs }) {
    assertCallable(work, endpoint_id)
    const found = delivery_ids.flatMap((id) => work.find(webhookDeliveries, id) ?? [])
    assertMayResend(scopes, [...new Set(found.map((each) => each.event_type))])
    let redelivered = 0
    const objects = new Set<string>()
    for (const delivery of found) {
      if (delivery.state === 'pending') continue
      work.update(webhookDeliveries, behindOthers(restarted(delivery, wallMs), objects))
      redelivered++
    }
    const object_id = encodeId('whe', endpoint_id)
    const json = JSON.stringify({
      object: 'webhook_redelivery',
      endpoint_id: object_id,
      redelivered,
      next_sequence,
    })
    return { json, object_id }
  },
}

/** Gives up a pending delivery manually, so that later events of its object are delivered. */
export const skipDelivery: Action<{ id: string; wallMs: number }> = {
  name: 'webhook_deliveries.skip',
  rows: ({ id }) => [{ table: webhookDeliveries, id }],
  decide(work, { id, wallMs }) {
    const before = getDelivery(work, id)
    if (before.state !== 'pending') {
      throw billingError(
        'delivery_not_pending',
        `Delivery ${deliveryIds.ref(id)} is ${before.state}; only a pending one can be skipped.`,
      )
    }
    const after = skipped(before, wallMs)
    work.update(webhookDeliveries, after)
    return { json: deliveryJson(after), object_id: deliveryIds.ref(id) }
  },
}

function skipped(delivery: WebhookDelivery, wallMs: number): WebhookDelivery {
  return {
    ...delivery,
    state: 'skipped',
    next_attempt_at: null,
    lease_token: null,
    lease_until: null,
    finished_at: wallMs,
  }
}

/** Skips the pending deliveries of a deleted endpoint. */
export const abandon: Action<{ delivery_ids: string[]; wallMs: number }> = {
  name: 'webhook_deliveries.abandon',
  rows: ({ delivery_ids }) => delivery_ids.map((id) => ({ table: webhookDeliveries, id })),
  decide(work, { delivery_ids, wallMs }) {
    for (const id of delivery_ids) {
      const delivery = work.find(webhookDeliveries, id)
      if (delivery?.state !== 'pending') continue
      work.update(webhookDeliveries, skipped(delivery, wallMs))
    }
    return NOTHING
  },
}
