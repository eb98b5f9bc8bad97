// The members of an account over HTTP. They belong to the account, so test and live show the same.

import { billingError } from '../../domain/errors.ts'
import { normalEmail } from '../../domain/password.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { linkUrl, newLink, toBeMailed } from '../links/actions.ts'
import type { Service } from '../service.ts'
import {
  inviteMember,
  linkMember,
  memberMissing,
  powerOf,
  removeMember,
  underLive,
  updateMember,
} from './actions.ts'
import { memberRecord } from './record.ts'
import {
  DeletedMember,
  Member,
  MemberCreate,
  MemberLink,
  MemberList,
  MemberPatch,
  MemberPath,
  memberJson,
} from './schemas.ts'
import { findMembers, parseMemberId } from './store.ts'

const tag = 'Members'

const listed = listRoutes({
  path: '/members',
  operation: 'listMembers',
  summary: 'List members',
  tag,
  permission: 'members:read',
  query: MemberList,
  item: Member,
  example: { summary: 'The newest', query: { limit: '1' } },
  columns: columnsOf(memberRecord.members, {
    without: ['link', 'mail_status', 'mail_error'],
    order: ['id', 'role', 'status', 'second_factor', 'created_at', 'updated_at'],
  }),
  source: () => ({
    table: 'members',
    visible: sql`removed_at is null`,
    filters: [],
    counter: undefined,
    decodeCursor: parseMemberId,
  }),
  find: findMembers,
  weight: undefined,
  json: (row) => memberJson(row),
})

/** An act that changes who has access, by a session, needs a password that was entered recently. */
async function assertMayAdmit({ scope, dryRun }: Call, service: Service): Promise<void> {
  if (!dryRun) await service.assertConfirmed(scope)
}

/** Who asks, as the actions need it. */
function asked(call: Call, { wallNow }: Service) {
  return { environment_id: call.scope.environment_id, ...powerOf(call), at: wallNow() }
}

/** A new link: to be mailed, if it can be and nobody minds; otherwise to be shown. */
function made({ secretKey, publicUrl, mailSealer }: Service, at: number, mail?: boolean) {
  const link = newLink(secretKey, { purpose: 'invitation' }, at)
  if (mail && !mailSealer) {
    throw billingError(
      'parameter_invalid',
      'mail is true, but there is no email server: SMTP_URL is not set. Leave mail out, and share the link in the response.',
      { param: 'mail' },
    )
  }
  if (mailSealer && mail !== false) return { link: toBeMailed(link, mailSealer, at), url: null }
  return { link, url: linkUrl(publicUrl(), link.token) }
}

const inviteRoute = route({
  method: 'POST',
  path: '/members',
  operation: 'inviteMember',
  summary: 'Invite a member',
  description:
    'Emails a one-time link to this person that expires in seven days. Without an email server, or with `mail` false, the link is in this response only.',
  tag,
  permission: 'members:write',
  body: MemberCreate,
  response: Member,
  createdAt: (id) => `/members/${id}`,
  errors: ['member_exists', 'owner_required'],
  example: { summary: 'An accountant', body: { email: 'ada@example.com', role: 'accountant' } },
  async handle(call, service: Service) {
    await assertMayAdmit(call, service)
    const { email, role, name = '', mail } = call.body
    const by = asked(call, service)
    const input = {
      ...by,
      ...made(service, by.at, mail),
      email: normalEmail(email),
      role,
      name,
    }
    return service.write(call, inviteMember, input)
  },
})

const retrieveRoute = route({
  method: 'GET',
  path: '/members/:id',
  params: MemberPath,
  operation: 'retrieveMember',
  summary: 'Retrieve a member',
  tag,
  permission: 'members:read',
  response: Member,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const [row] = await findMembers(service.pool, [{ environment_id, id: pathId(call) }])
    if (!row) throw memberMissing(String(call.params.id))
    return { json: memberJson(row), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/members/:id',
  params: MemberPath,
  operation: 'updateMember',
  summary: 'Change the role of a member',
  tag,
  permission: 'members:write',
  body: MemberPatch,
  response: Member,
  errors: ['resource_missing', 'owner_required', 'last_owner', 'precondition_failed'],
  example: { summary: 'Everything except managing owners', body: { role: 'admin' } },
  async handle(call, service: Service) {
    const input = { ...asked(call, service), id: pathId(call), role: call.body.role }
    if (call.body.role !== undefined) await assertMayAdmit(call, service)
    const answer = await service.write(call, updateMember, input)
    service.forgetPeople()
    return answer
  },
})

const linkRoute = route({
  method: 'POST',
  path: '/members/:id/link',
  params: MemberPath,
  operation: 'linkMember',
  summary: 'Create a new link for a member',
  description:
    'To join, for an invited person; to set a new password, for a member. Earlier links of this member stop working. It is emailed, or in this response only.',
  tag,
  permission: 'members:write',
  body: MemberLink,
  response: Member,
  errors: ['resource_missing', 'owner_required', 'member_elsewhere'],
  async handle(call, service: Service) {
    await assertMayAdmit(call, service)
    const by = asked(call, service)
    const input = { ...by, ...made(service, by.at, call.body.mail), id: pathId(call) }
    return service.write(call, linkMember, input)
  },
})

const removeRoute = route({
  method: 'DELETE',
  path: '/members/:id',
  params: MemberPath,
  operation: 'removeMember',
  summary: 'Remove a member',
  description:
    'Access ends immediately in the process that responds, and within five seconds in others.',
  tag,
  permission: 'members:write',
  response: DeletedMember,
  errors: ['resource_missing', 'owner_required', 'last_owner', 'precondition_failed'],
  async handle(call, service: Service) {
    const answer = await service.write(call, removeMember, {
      ...asked(call, service),
      id: pathId(call),
    })
    service.forgetPeople()
    return answer
  },
})

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseMemberId(ref)
  if (id === undefined) throw memberMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const memberRoutes: Route<Service>[] = [
  ...listed,
  inviteRoute,
  retrieveRoute,
  updateRoute,
  linkRoute,
  removeRoute,
].map(underLive)
