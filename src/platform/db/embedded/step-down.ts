// Gives up root: a service on the embedded database continues as the account that owns the database.

import { closeSync, constants, fchownSync, openSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { Account } from './account.ts'
import { hostOf } from './connection.ts'
import type { Place } from './place.ts'
import { runProgram } from './programs.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants

/**
 * Makes this process, and every process that it starts, run as the account for good. Call it after reading everything
 * that only root can read. Returns why it stays root, in a sentence that says what to do, or undefined.
 */
export function stepDown(
  place: Place,
  account: Account,
  needed: readonly string[],
): string | undefined {
  const closed = needed.find((path) => runProgram('test', ['-r', path], account).status !== 0)
  if (closed !== undefined) {
    return (
      `The service keeps running as root, because user ${account.uid}, which owns its database, cannot read ${closed}. ` +
      'Give that user read access, or move the checkout to a folder such as /opt. Then start again.'
    )
  }
  // Long paths are reached through /proc/self/fd, which a process that has given up root cannot use.
  if (hostOf(place) !== place.run) {
    return `The service keeps running as root, because ${place.run} is too long for a socket. Set DATA_DIR to a shorter path.`
  }
  for (const path of [place.log, `${place.log}.1`]) {
    // Never through a link: the folder may belong to a user who would point it at a file of root.
    const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
    fchownSync(file, account.uid, account.gid)
    closeSync(file)
  }
  flushCompileCache()
  process.setgroups?.([account.gid])
  process.setgid?.(account.gid)
  process.setuid?.(account.uid)
  return undefined
}
