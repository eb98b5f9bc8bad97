// Creates a file atomically, for the commands that write one.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { sqlState } from '../platform/db/pool.ts'
import { syncFolder } from '../platform/secret.ts'
import { CommandError } from './failure.ts'

/** Throws a sentence unless a file of this name can be created. */
export function assertNew(path: string): void {
  if (existsSync(path)) {
    throw new CommandError(`There is a file ${path} already: name one that does not exist yet.`)
  }
  if (!existsSync(dirname(path))) {
    throw new CommandError(`There is no folder ${dirname(path)}: make it first, or name another.`)
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

/** Adds to errors of the operating system what to do about them. */
function ofWriting(error: unknown, path: string, what: string): unknown {
  const { code, syscall = '' } = error as NodeJS.ErrnoException
  if (sqlState(error) || !/^(open|write|fsync|rename|close)$/.test(syscall)) return error
  const remedy = code === 'ENOSPC' ? 'make room on its disk' : 'name a file this user may make'
  return new CommandError(`${path} cannot be written (${code}): ${remedy}. There is no ${what}.`)
}
