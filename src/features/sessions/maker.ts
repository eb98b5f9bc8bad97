// A one-time link is valid only while its creator could still create it (contract, section 4: power is never handed
// up). It lapses when the creator leaves, their key is revoked, or the member it is for is promoted above them.

import { mayManage, type Role, scopesOf } from '../../domain/roles.ts'
import type { Db } from '../../platform/db/sql.ts'
import { decodeId } from '../../platform/ids.ts'
import { allows } from '../../platform/scope.ts'
import { findKeys } from '../api-keys/store.ts'
import { findLinkMaker } from '../links/store.ts'
import { memberIds } from '../members/record.ts'
import { findMemberOf, type Member, membershipsElsewhere } from '../members/store.ts'

/** True if the creator of a member's link could still create it now. */
export async function couldBeMadeNow(db: Db, member: Member, now: number): Promise<boolean> {
  const { environment_id, id, user_id } = member
  // Setting a password gives access to all accounts of that user.
  const [elsewhere = 0] = await membershipsElsewhere(db, [{ environment_id, id }])
  if (user_id !== null && elsewhere > 0) return false
  const actor = await findLinkMaker(db, environment_id, memberIds.ref(id))
  if (actor?.startsWith('svc_')) return keyMayGive(db, actor, member.role, now)
  const userId = actor === undefined ? undefined : decodeId('usr', actor)
  // Commands are run by the operator of the service.
  if (userId === undefined) return true
  const maker = await findMemberOf(db, environment_id, userId)
  return maker !== undefined && mayManage(maker.role, member.role)
}

async function keyMayGive(db: Db, id: string, role: Role, now: number): Promise<boolean> {
  const [key] = await findKeys(db, [id])
  if (!key || key.revoked_at !== null || (key.expires_at ?? now + 1) <= now) return false
  return mayManage('admin', role) && scopesOf(role).every((scope) => allows(key.scopes, scope))
}
