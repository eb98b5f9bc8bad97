// List access that traces back to test keys, for those who manage members.

import { type Route, route } from '../../platform/http/route.ts'
import { underLive } from '../members/actions.ts'
import type { Service } from '../service.ts'
import { findDescendants } from './actions-find.ts'
import { AccessReview, accessReviewJson } from './schemas.ts'

export const accessReviewRoutes: Route<Service>[] = [
  route({
    method: 'GET',
    path: '/access_review',
    operation: 'retrieveAccessReview',
    summary: 'List access that traces back to test keys',
    description:
      'Test keys could once reach members. This lists members, roles, passwords, live keys, webhook endpoints and settings that still go back to what one did, by the audit log. It is empty where nothing does.',
    tag: 'Members',
    permission: 'members:write',
    response: AccessReview,
    untagged: true,
    async handle({ scope }, { pool, wallNow }: Service) {
      const found = await findDescendants(pool, scope, wallNow())
      return { json: accessReviewJson(found, scope.account_id) }
    },
  }),
].map(underLive)
