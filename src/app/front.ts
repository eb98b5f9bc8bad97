// The routes a process serves: the API and its pages or, for a worker, only health and metrics.

import type { FastifyInstance } from 'fastify'
import type { ClosableTypesetter } from '../features/documents/typeset.ts'
import { addHosted, HOSTED_PATHS } from '../hosted/routes.ts'
import { HOSTED_FORMS } from '../hosted/routes-pay.ts'
import { type ProcessRole, servesRequests } from '../platform/process-role.ts'
import { type ApiParts, createApi } from './api.ts'
import { addDashboard, DASHBOARD_PATHS } from './dashboard.ts'
import { addGatewayEvents, GATEWAY_EVENTS } from './gateway-events.ts'
import type { Limits } from './limits.ts'
import { addReference, addWatched, REFERENCE_PATHS, WATCHED_PATHS } from './pages.ts'
import { addPeople, type People } from './people.ts'
import type { Readiness } from './readiness.ts'

/** The role decides which paths exist. */
export interface FrontParts extends Omit<ApiParts, 'pages' | 'otherAddresses'> {
  role: ProcessRole
  people: People
  readiness: Readiness
  misses: Limits['misses']
  typesetter: ClosableTypesetter
  /** Runs a sweep ahead of schedule. */
  wake(sweep: string): void
}

export function createFront({ role, people, readiness, ...parts }: FrontParts): FastifyInstance {
  if (!servesRequests(role)) {
    const api = createApi({ ...parts, features: [], pages: WATCHED_PATHS, otherAddresses: [] })
    addWatched(api, { ...parts, readiness })
    return api
  }
  const pages = [...WATCHED_PATHS, ...REFERENCE_PATHS, ...HOSTED_PATHS, ...DASHBOARD_PATHS]
  const otherAddresses = [...people.addresses, ...HOSTED_FORMS, ...GATEWAY_EVENTS]
  const api = createApi({ ...parts, pages, otherAddresses })
  addWatched(api, { ...parts, readiness })
  addReference(api, parts.publicUrl)
  addHosted(api, parts)
  addGatewayEvents(api, parts)
  addDashboard(api)
  addPeople(api, people, parts)
  return api
}
