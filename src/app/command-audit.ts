// Records actions of the command line in the audit log: by which user, on which machine.

import { hostname, userInfo } from 'node:os'
import type { CommandAction } from '../domain/audit-actions.ts'
import { insertAudit, type Origin } from '../platform/db/audit.ts'
import type { Db } from '../platform/db/sql.ts'

/** The origin of a command in the audit log. */
function commandOrigin(action: CommandAction): Origin {
  return {
    actor: 'command',
    actor_label: `${userName()}@${hostname()}`,
    address: 'localhost',
    request_id: null,
    action,
  }
}

/** Records a command's action in an environment. Call it in the transaction of the action. */
export async function recordCommand(
  db: Db,
  environmentId: number,
  action: CommandAction,
  objectId: string | null,
): Promise<void> {
  await insertAudit(db, [
    {
      ...commandOrigin(action),
      environment_id: environmentId,
      object_id: objectId,
      first_sequence: null,
      last_sequence: null,
      created_at: Date.now(),
    },
  ])
}

/** In a container, a user can have a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}
