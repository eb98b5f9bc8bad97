// The common parts of the routes that change one subscription, and of their previews.

import type { Static, TSchema } from 'typebox'
import { BillingError, billingError } from '../../domain/errors.ts'
import { invariant } from '../../invariant.ts'
import {
  type Call,
  type Example,
  type JsonReply,
  type Route,
  route,
} from '../../platform/http/route.ts'
import type { Action } from '../accounts/store.ts'
import { inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import type { Asked, Command } from './command.ts'
import { type NamesCharges, withCharges } from './open-charges.ts'
import { Subscription, SubscriptionWithDocuments } from './schemas.ts'
import { SubscriptionChangePreview } from './schemas-previews.ts'

export const tag = 'Subscriptions'
export const params = inPath(subscriptionIds)
export const PATH = '/subscriptions/:id'

/** The errors that can refuse the billing of a period. */
export const BILLING_ERRORS = [
  'tax_address_missing',
  'tax_rate_unknown',
  'seller_incomplete',
  'amount_too_large',
]

export const verb = {
  params,
  tag,
  permission: 'subscriptions:write',
  response: Subscription,
} as const

/** The errors of a change, which runs the due steps first. */
export const VERB_ERRORS = ['resource_missing', ...BILLING_ERRORS, 'precondition_failed']

/** Invoices that a preview shows: the first one, and the next three. */
const PREVIEWED = 4
/** Approximate bytes written by one billing step. */
const PERIOD_BYTES = 20_000

/** Always a dry run; its result is the response. */
export async function forecastReply<I>(
  call: Call,
  service: Service,
  action: Action<I>,
  input: I & { periods?: number },
): Promise<JsonReply> {
  // A forecast takes as long as writing its invoices, so a batch has few of them.
  const bytes = call.bytes + (input.periods ?? PREVIEWED) * PERIOD_BYTES
  const look = { ...call, bytes, claim: undefined, dryRun: true }
  const reply = await service.write(look, action, input)
  if (call.dryRun) return reply
  invariant(reply.foreseen, 'A forecast is never done.')
  return { json: reply.foreseen.answer.json, etag: true }
}

/** A command as requested: `returns` says whether it can return unused time. */
type Sent<I> = I & Omit<Asked, keyof NamesCharges> & { returns?: boolean }

interface Declared<B extends TSchema, I> {
  method?: 'DELETE'
  path: string
  params?: Record<string, TSchema>
  operation: string
  summary: string
  description?: string
  body?: B
  refers?: boolean
  errors: readonly string[]
  example?: Example
  /** The operation of its preview; none for a command that bills nothing itself. */
  previewed?: { path: string; operation: string; summary: string; example?: Example }
  command: Command<I>
  /** The request with its IDs decoded. */
  sent(call: Pick<Call, 'params'> & { body: Static<B> }): Sent<I>
}

/** The route of a command, and that of its preview. */
export function commandRoutes<I, B extends TSchema = TSchema>({
  previewed,
  command,
  sent,
  ...declared
}: Declared<B, I>): Route<Service>[] {
  const asked = { method: 'POST', ...verb, ...declared } as const
  const errors = [...VERB_ERRORS, ...declared.errors]
  const act = route<TSchema, B, Service>({
    ...asked,
    response: SubscriptionWithDocuments,
    errors: previewed ? [...errors, 'preview_outdated'] : errors,
    handle: (call, service) => perform(service, call, command, sent(call)),
  })
  if (!previewed) return [act]
  const look = route<TSchema, B, Service>({
    ...{ ...asked, ...previewed, errors },
    description:
      'Shows what it would bill and return at once, and the next three invoices. To get exactly this, send `at` and `hash` as `preview` with it.',
    response: SubscriptionChangePreview,
    handle: (call, service) => show(service, call, command, sent(call)),
  })
  return [act, look]
}

/** Performs a command, bound to its preview if it has one. */
function perform<I>(
  service: Service,
  call: Call,
  command: Command<I>,
  sent: Sent<I>,
): Promise<JsonReply> {
  const { id, returns = false } = sent
  const acts = () =>
    withCharges(service, call, { id, returns }, (names) =>
      service.write(call, command.act, { ...sent, ...names }),
    )
  return withNewPreview(acts, () => show(service, { ...call, dryRun: false }, command, sent))
}

/** Acts; if the preview of the request is outdated, the error has the new one. */
export async function withNewPreview(
  acts: () => Promise<JsonReply>,
  previews: () => Promise<JsonReply>,
): Promise<JsonReply> {
  try {
    return await acts()
  } catch (error) {
    if (!(error instanceof BillingError) || error.code !== 'preview_outdated') throw error
    const { code, message, param } = error
    throw billingError(code, message, { param, preview: JSON.parse((await previews()).json) })
  }
}

/** Returns the preview of a command: the amounts to bill and to return. */
const show = <I>(
  service: Service,
  call: Call,
  command: Command<I>,
  sent: Sent<I>,
): Promise<JsonReply> =>
  withCharges(service, call, { id: sent.id, returns: sent.returns ?? false }, (names) =>
    forecastReply(call, service, command.preview, { ...sent, ...names }),
  )
