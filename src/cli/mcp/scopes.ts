// Finds out the key's scopes, so that a model is offered no tool that would be refused.

import type { KeyParts } from '../../platform/key-text.ts'
import { ToolError } from './failure.ts'
import type { Ask, Service } from './service.ts'

/** Short, because the client gets no list of tools before. */
const TIMEOUT_MS = 5_000

type Question = [method: string, path: string, ask: Ask]

const FIRST = { query: { limit: 1 } }
/** An empty body is invalid on these routes: allowed or not, the request has no effect. */
const EMPTY = { query: { dry_run: true }, body: {} }

/** Requests that are refused with 403 without the scope, and that change nothing. */
const QUESTIONS: Record<string, Question> = {
  'customers:read': ['GET', '/v1/customers', FIRST],
  'customers:write': ['POST', '/v1/customers', EMPTY],
  'invoices:read': ['GET', '/v1/invoices', FIRST],
  'invoices:write': ['POST', '/v1/invoices', EMPTY],
  'payments:read': ['GET', '/v1/payments', FIRST],
  'payments:write': ['POST', '/v1/payments', EMPTY],
  'credit:write': ['POST', '/v1/customers/cus_1/credit_transactions', EMPTY],
  'credit_notes:read': ['GET', '/v1/credit_notes', FIRST],
  'credit_notes:write': ['POST', '/v1/credit_notes', EMPTY],
  'refunds:read': ['GET', '/v1/refunds', FIRST],
  'refunds:write': ['POST', '/v1/refunds', EMPTY],
  'subscriptions:read': ['GET', '/v1/subscriptions', FIRST],
  'subscriptions:write': ['POST', '/v1/subscriptions', EMPTY],
  'account:read': ['GET', '/v1/gateways', FIRST],
  'events:read': ['GET', '/v1/events', FIRST],
  'ledger:read': ['GET', '/v1/ledger/entries', FIRST],
  'webhooks:read': ['GET', '/v1/webhook_endpoints', FIRST],
}

/** The scopes that the key has. Throws ToolError if the service cannot be reached. */
export async function scopesOf(
  service: Service,
  key: KeyParts,
): Promise<(scope: string) => boolean> {
  const own = await scopesOfKey(service, key)
  if (own) return (scope) => holds(own, scope)
  const allowed = await Promise.all(
    Object.entries(QUESTIONS).map(async ([scope, question]) =>
      (await isAllowed(service, question)) ? scope : undefined,
    ),
  )
  return (scope) => allowed.includes(scope)
}

/** A key with api_keys:read reads its own scopes in one request. */
async function scopesOfKey(service: Service, { id }: KeyParts): Promise<string[] | undefined> {
  try {
    return (await service.ask('GET', `/v1/api_keys/${id}`, { timeoutMs: TIMEOUT_MS })).body.scopes
  } catch (error) {
    if (statusOf(error) === 403) return undefined
    throw error
  }
}

/** Write implies read of the same resource. */
const holds = (scopes: string[], scope: string): boolean =>
  scopes.includes('*') ||
  scopes.includes(scope) ||
  scopes.includes(scope.replace(/:read$/, ':write'))

async function isAllowed(service: Service, [method, path, ask]: Question): Promise<boolean> {
  try {
    await service.ask(method, path, { ...ask, timeoutMs: TIMEOUT_MS })
    return true
  } catch (error) {
    const status = statusOf(error)
    if (status === 403) return false
    if (status === 400 || status === 404 || status === 409) return true
    throw error
  }
}

const statusOf = (error: unknown): unknown =>
  error instanceof ToolError ? error.failure.details?.status : undefined
