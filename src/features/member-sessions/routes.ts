// Sessions of the members of an account over HTTP.

import { sql } from '../../platform/db/sql.ts'
import { all, plain, text } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { powerOf, underLive } from '../members/actions.ts'
import { memberIds } from '../members/record.ts'
import type { Service } from '../service.ts'
import { IDLE_MS } from '../sessions/session.ts'
import { endSession, sessionMissing } from './actions.ts'
import {
  EndedSession,
  MemberSession,
  parseSessionId,
  SessionList,
  SessionPath,
  sessionJson,
} from './schemas.ts'
import { findMemberSessions, SESSIONS_OF_MEMBERS } from './store.ts'

const tag = 'Members'

const listed = listRoutes({
  path: '/sessions',
  operation: 'listSessions',
  summary: 'List sessions of members',
  description: 'The sessions of all members of the account, also those in other accounts.',
  tag,
  permission: 'sessions:read',
  query: SessionList,
  item: MemberSession,
  example: { summary: 'The latest', query: { limit: '1' } },
  columns: [
    ...all(plain, 'id', 'member_id', 'created_at', 'last_seen_at', 'expires_at'),
    ...all(text, 'email', 'address', 'user_agent'),
  ],
  source({ query: { member_id } }, service: Service) {
    const member = member_id === undefined ? undefined : memberIds.parse(member_id)
    const now = service.wallNow()
    return {
      table: SESSIONS_OF_MEMBERS,
      visible: sql`expires_at > ${new Date(now)}::timestamptz
          and last_seen_at > ${new Date(now - IDLE_MS)}::timestamptz`,
      filters: member_id === undefined ? [] : [sql`member_id = ${member ?? null}::uuid`],
      counter: undefined,
      decodeCursor: parseSessionId,
    }
  },
  find: findMemberSessions,
  weight: undefined,
  json: sessionJson,
})

const endRoute = route({
  method: 'DELETE',
  path: '/sessions/:id',
  params: SessionPath,
  operation: 'endSession',
  summary: 'Sign a member out',
  description:
    'Ends one session in every account of this user: immediately in the process that responds, within five seconds in others. They can sign in again; to prevent that, remove the member.',
  tag,
  permission: 'sessions:write',
  response: EndedSession,
  errors: ['resource_missing', 'owner_required'],
  async handle(call, service: Service) {
    const ref = String(call.params.id)
    const id = parseSessionId(ref)
    if (id === undefined) throw sessionMissing(JSON.stringify(ref.slice(0, 60)))
    const answer = await service.write(call, endSession, { id, ...powerOf(call) })
    service.forgetPeople()
    return answer
  },
})

export const memberSessionRoutes: Route<Service>[] = [...listed, endRoute].map(underLive)
