// Makes folders with those they are in.

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents. Throws the error of the first one that cannot be made. `mkdirSync` of Node 24
 * with `recursive` never returns where the system reports ENOENT for a folder whose parent exists, as it does in /proc.
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
