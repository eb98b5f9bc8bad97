// Paths of the embedded database inside the data folder.
import { chmodSync, openSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolders } from '../../folders.ts'
import { EmbeddedError } from './error.ts'

/** All paths are absolute. Only `data` and `run` belong to the account that the server runs as. */
export interface Place {
  dataDir: string
  /** PostgreSQL's own data folder. */
  data: string
  /** The complete data folder of a new major version, while the two are renamed. */
  next: string
  /** The server's Unix socket. */
  run: string
  /** Copies of the binaries, one folder per version. */
  binaries: string
  password: string
  log: string
}

export function placeIn(dataDir: string): Place {
  const root = resolve(dataDir)
  return {
    dataDir: root,
    data: join(root, 'postgres'),
    next: join(root, 'postgres.new'),
    run: join(root, 'run'),
    binaries: join(root, 'bin'),
    password: join(root, 'postgres.password'),
    log: join(root, 'postgres.log'),
  }
}

/**
 * Creates the data folder. It is closed to others, except that as root others may pass through it to
 * their own files, because the server runs as another account.
 */
export function makeDataDir(place: Place): void {
  const asRoot = process.getuid?.() === 0
  try {
    makeFolders(place.dataDir, asRoot ? 0o711 : 0o700)
    const mode = statSync(place.dataDir).mode & 0o777
    if (asRoot && (mode & 0o001) === 0) chmodSync(place.dataDir, mode | 0o011)
  } catch (error) {
    throw new EmbeddedError(
      `The data folder ${place.dataDir} cannot be used (${(error as Error).message}). ` +
        'Set DATA_DIR to a folder that this user can write to.',
    )
  }
}

/** The kernel's limit for the path of a Unix socket. */
const SOCKET_PATH_BYTES = 107

/**
 * Returns a path of `folder` short enough that a socket named `name` in it can be bound or connected
 * to. A long path is reached through a descriptor, which stays open until this process ends.
 * (The sockets are in the data folder, not in a temporary one: a process that sees the data, from
 * another container or another service's private /tmp, must also see who owns it.)
 */
export function shortPath(folder: string, name: string): string {
  if (Buffer.byteLength(join(folder, name)) <= SOCKET_PATH_BYTES) return folder
  return `/proc/self/fd/${openSync(folder, 'r')}`
}
