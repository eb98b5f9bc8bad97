// Runs programs of the system, even if PATH is missing or leaves out the folders of administrators.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Runs a program to completion, in the root folder and as the account, if one is given. */
export function runProgram(
  command: string,
  args: string[],
  account?: { uid: number; gid: number },
): SpawnSyncReturns<string> {
  const options = { ...account, cwd: '/', encoding: 'utf8' } as const
  const found = spawnSync(command, args, options)
  const isMissing = (found.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  return isMissing ? spawnSync(command, args, { ...options, env: { PATH } }) : found
}
