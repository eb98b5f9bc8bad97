// Creates folders with their parents.

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. Throws the error of the first one that cannot be created. With `recursive`,
 * `mkdirSync` of Node 24 never returns if the system reports ENOENT for a folder whose parent exists, as in /proc.
 */
export function makeFolders(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    const parent = dirname(path)
    if (code !== 'ENOENT' || existsSync(parent)) throw error
    makeFolders(parent, mode)
    makeFolders(path, mode)
  }
}
