// The members of an account over HTTP. They belong to the account, so test and live mode show the same.

import { billingError } from '../../domain/errors.ts'
import { normalEmail } from '../../domain/password.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { crud } from '../crud.ts'
import { idInPath, inPath } from '../identifiers.ts'
import { linkUrl, newLink, toBeMailed } from '../links/create.ts'
import type { Service } from '../service.ts'
import {
  inviteMember,
  linkMember,
  powerOf,
  removeMember,
  underLive,
  updateMember,
} from './actions.ts'
import { memberIds, memberRecord } from './record.ts'
import {
  DeletedMember,
  Member,
  MemberCreate,
  MemberLink,
  MemberPatch,
  memberJson,
} from './schemas.ts'
import { findMembers, type Member as Row } from './store.ts'

const tag = 'Members'

/** Throws if a session that changes who has access has not confirmed its password recently. */
async function assertMayAdmit({ scope, dryRun }: Call, service: Service): Promise<void> {
  if (!dryRun) await service.assertConfirmed(scope)
}

/** The caller, as the actions expect it. */
function callerOf(call: Call, { wallNow }: Service) {
  return { environment_id: call.scope.environment_id, ...powerOf(call), at: wallNow() }
}

/** A new link: mailed if that is possible and the client did not decline; otherwise shown. */
function made({ secretKey, publicUrl, mailSealer }: Service, at: number, mail?: boolean) {
  const link = newLink(secretKey, { purpose: 'invitation' }, at)
  if (mail && !mailSealer) {
    throw billingError(
      'parameter_invalid',
      'mail is true, but there is no email server: SMTP_URL is not set. Omit mail, and share the link in the response.',
      { param: 'mail' },
    )
  }
  if (mailSealer && mail !== false) return { link: toBeMailed(link, mailSealer, at), url: null }
  return { link, url: linkUrl(publicUrl(), link.token) }
}

const linkRoute = route({
  method: 'POST',
  path: '/members/:id/link',
  params: inPath(memberIds),
  operation: 'linkMember',
  summary: 'Create a new link for a member',
  description:
    'For an invited user, to join; for a member, to set a new password. Earlier links of the member stop working. The link is emailed, or in this response only.',
  tag,
  permission: 'members:write',
  body: MemberLink,
  response: Member,
  errors: ['resource_missing', 'owner_required', 'member_elsewhere'],
  async handle(call, service: Service) {
    await assertMayAdmit(call, service)
    const by = callerOf(call, service)
    const input = { ...by, ...made(service, by.at, call.body.mail), id: idInPath(memberIds, call) }
    return service.write(call, linkMember, input)
  },
})

export const memberRoutes: Route<Service>[] = [
  ...crud({
    ids: memberIds,
    record: { ...memberRecord, find: findMembers, json: (row: Row) => memberJson(row) },
    list: {
      visible: sql`removed_at is null`,
      columns: columnsOf(memberRecord.members, {
        without: ['link', 'mail_status', 'mail_error'],
        order: ['id', 'role', 'status', 'second_factor', 'created_at', 'updated_at'],
      }),
      example: { summary: 'The newest', query: { limit: '1' } },
    },
    create: {
      operation: 'inviteMember',
      summary: 'Invite a member',
      description:
        'Emails a one-time link that expires in seven days. Without an email server, or with `mail` false, the link is in this response only.',
      body: MemberCreate,
      errors: ['member_exists', 'owner_required'],
      example: {
        summary: 'An accountant',
        body: { email: 'ada@example.com', role: 'accountant' },
      },
      async handle(call, service) {
        await assertMayAdmit(call, service)
        const { email, role, name = '', mail } = call.body
        const by = callerOf(call, service)
        const link = made(service, by.at, mail)
        const input = { ...by, ...link, email: normalEmail(email), role, name }
        return service.write(call, inviteMember, input)
      },
    },
    update: {
      summary: 'Change the role of a member',
      body: MemberPatch,
      errors: ['owner_required', 'last_owner'],
      example: { summary: 'Make an admin', body: { role: 'admin' } },
      async handle(call, service, id) {
        const input = { ...callerOf(call, service), id, role: call.body.role }
        if (call.body.role !== undefined) await assertMayAdmit(call, service)
        const answer = await service.write(call, updateMember, input)
        service.forgetPeople()
        return answer
      },
    },
    delete: {
      verb: 'remove',
      description:
        'Access ends immediately in the process that responds, and within five seconds in others.',
      response: DeletedMember,
      errors: ['owner_required', 'last_owner'],
      async handle(call, service, id) {
        const answer = await service.write(call, removeMember, { ...callerOf(call, service), id })
        service.forgetPeople()
        return answer
      },
    },
  }),
  linkRoute,
].map(underLive)
