// A link that lets somebody in is worth what whoever made it could give now (contract, section 4: power is
// never handed up): they have left, or their key was revoked, or the person it is for has risen since.

import { mayManage, type Role, scopesOf } from '../../domain/roles.ts'
import type { Db } from '../../platform/db/sql.ts'
import { decodeId } from '../../platform/ids.ts'
import { allows } from '../../platform/scope.ts'
import { findKeys } from '../api-keys/store.ts'
import { findLinkMaker } from '../links/store.ts'
import { memberIds } from '../members/record.ts'
import { findMemberOf, type Member, membershipsElsewhere } from '../members/store.ts'

/** Whether the link of a member could still be made by who made it. */
export async function couldBeMadeNow(db: Db, member: Member, now: number): Promise<boolean> {
  const { environment_id, id, user_id } = member
  // Whoever sets a password has all of that person's accounts.
  const [elsewhere = 0] = await membershipsElsewhere(db, [{ environment_id, id }])
  if (user_id !== null && elsewhere > 0) return false
  const actor = await findLinkMaker(db, environment_id, memberIds.ref(id))
  if (actor?.startsWith('svc_')) return keyMayGive(db, actor, member.role, now)
  const userId = actor === undefined ? undefined : decodeId('usr', actor)
  // Commands are given by who runs the service.
  if (userId === undefined) return true
  const maker = await findMemberOf(db, environment_id, userId)
  return maker !== undefined && mayManage(maker.role, member.role)
}

async function keyMayGive(db: Db, id: string, role: Role, now: number): Promise<boolean> {
  const [key] = await findKeys(db, [id])
  if (!key || key.revoked_at !== null || (key.expires_at ?? now + 1) <= now) return false
  return mayManage('admin', role) && scopesOf(role).every((scope) => allows(key.scopes, scope))
}
