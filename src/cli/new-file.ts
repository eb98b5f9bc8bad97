// Creates a file atomically, for the commands that write one.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { sqlState } from '../platform/db/pool.ts'
import { syncFolder } from '../platform/secret.ts'
import { CommandError } from './failure.ts'

/** Throws a sentence unless a file of this name can be created. */
export function assertNew(path: string): void {
  if (existsSync(path)) {
    throw new CommandError(`${path} already exists. Choose a file that does not exist yet.`)
  }
  if (!existsSync(dirname(path))) {
    throw new CommandError(
      `The folder ${dirname(path)} does not exist. Create it, or choose another.`,
    )
  }
}

/**
 * Calls `write` with a draft file and renames it at the end, so that the final name has a complete
 * file or none, whenever the process is killed. `what` names the missing result in the error.
 */
export async function makeFile<T>(
  path: string,
  what: string,
  write: (draft: string) => Promise<T>,
): Promise<T> {
  const draft = `${path}.${process.pid}.draft`
  try {
    const made = await write(draft)
    renameSync(draft, path)
    syncFolder(dirname(path))
    return made
  } catch (error) {
    throw ofWriting(error, path, what)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Adds advice to operating system errors. */
function ofWriting(error: unknown, path: string, what: string): unknown {
  const { code, syscall = '' } = error as NodeJS.ErrnoException
  if (sqlState(error) || !/^(open|write|fsync|rename|close)$/.test(syscall)) return error
  const remedy =
    code === 'ENOSPC' ? 'Free up space on its disk' : 'Choose a file that this user can create'
  return new CommandError(
    `${path} cannot be written (${code}), so no ${what} was created. ${remedy}.`,
  )
}
