// Ending a session of a member.

import { billingError } from '../../domain/errors.ts'
import type { Action } from '../accounts/store.ts'
import { assertMayManage, type Power } from '../members/actions.ts'
import { sessionRef } from '../sessions/session.ts'
import { memberSessions } from './store.ts'

export function sessionMissing(ref: string) {
  return billingError('resource_missing', `There is no session ${ref} of a member of this account.`)
}

/**
 * Ends one session of a member. Only owners can end sessions of owners, and the caller needs at least the scopes of the
 * member's role.
 */
export const endSession: Action<Power & { id: string }> = {
  name: 'sessions.end',
  rows: ({ id }) => [{ table: memberSessions, id }],
  decide(work, { id, own, scopes }) {
    const session = work.find(memberSessions, id)
    const object_id = sessionRef(id)
    if (!session) throw sessionMissing(object_id)
    assertMayManage({ own, scopes }, session.role)
    work.update(memberSessions, session)
    return { json: JSON.stringify({ id: object_id, object: 'session', deleted: true }), object_id }
  },
}
