// The stored state of a listener: its cursor and its signing secret. One process can use it at a time.

import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { makeFolders } from '../platform/folders.ts'
import { CommandError } from './failure.ts'

/** The last event that was acknowledged; `id` is null before the first one. */
export interface Cursor {
  sequence: number
  id: string | null
}

export interface CursorFile {
  path: string
  /** `whsec_` + base64 (Standard Webhooks), generated once. */
  secret: string
  /** Undefined until it is first saved. */
  cursor: Cursor | undefined
  /** Replaces the file atomically: a kill at any instant leaves the old or the new file. */
  keep(cursor: Cursor): void
  close(): void
}

interface Kept {
  forward_to: string
  url: string
  secret: string
  cursor: Cursor
}

/** The default file of a listener. */
export function cursorPath(dataDir: string, url: string, forwardTo: string): string {
  const name = createHash('sha256').update(`${url} ${forwardTo}`).digest('hex').slice(0, 16)
  return join(resolve(dataDir), 'listeners', `${name}.json`)
}

/** Opens the file for this process only. Throws CommandError when another process uses it. */
export async function openCursorFile(
  file: string,
  about: Pick<Kept, 'forward_to' | 'url'>,
): Promise<CursorFile> {
  const path = resolve(file)
  makeFolders(dirname(path), 0o700)
  const close = await claim(path)
  const kept = readClaimed(path, close)
  const secret = kept?.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  return {
    path,
    secret,
    cursor: kept?.cursor,
    keep: (cursor) => replace(path, `${JSON.stringify({ ...about, secret, cursor })}\n`),
    close,
  }
}

/** Claims the file by binding a name, which the kernel releases however the process ends. */
function claim(path: string): Promise<() => void> {
  const server = createServer()
  const name = createHash('sha256').update(path).digest('hex')
  return new Promise((claimed, failed) => {
    server.once('error', () =>
      failed(
        new CommandError(
          `Another listener uses ${path}. Stop it, or choose another file with --cursor-file.`,
        ),
      ),
    )
    server.listen(`\0reckoner-listen:${name}`, () => claimed(() => void server.close()))
  })
}

function readClaimed(path: string, close: () => void): Kept | undefined {
  try {
    return read(path)
  } catch (error) {
    close()
    throw error
  }
}

function read(path: string): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Kept
    if (isKept(kept)) return kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new CommandError(`${path} is not a cursor file. Choose another file with --cursor-file.`)
}

function isKept(kept: Partial<Kept> | null): kept is Kept {
  const { secret, cursor } = kept ?? {}
  return /^whsec_./.test(secret ?? '') && Number.isSafeInteger(cursor?.sequence)
}

function replace(path: string, text: string): void {
  const draft = `${path}.draft`
  const descriptor = openSync(draft, 'w', 0o600)
  writeSync(descriptor, text)
  // Without it, a power cut could leave an empty file under the new name.
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(draft, path)
}
