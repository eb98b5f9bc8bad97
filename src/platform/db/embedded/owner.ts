// One owner per data folder, marked by a listening socket, which the kernel closes however its process ends.
import { existsSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedError } from './error.ts'
import { shortPath } from './place.ts'

/** The owner's response to every connection, as one line of JSON. */
export interface Owner {
  pid: number
  command: string
  state: 'starting' | 'running' | 'restarting' | 'stopped'
}

export interface Ownership {
  release(): Promise<void>
}

const SOCKET = 'owner.sock'

/** How long to wait for a short command, or for a server that is stopping. */
const PATIENCE_MS = 10_000

/** True for commands that keep the folder until they are stopped; all others end soon. */
export function staysUp(owner: Owner): boolean {
  return (owner.command === 'serve' || owner.command === 'work') && owner.state !== 'stopped'
}

/**
 * Makes this process the owner of the data folder, or throws naming the current owner. `describe`
 * returns the response for other processes.
 */
export async function takeOwnership(dataDir: string, describe: () => Owner): Promise<Ownership> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const ownership = await tryOwnership(dataDir, describe)
    if (ownership !== undefined) return ownership
    const owner = await askOwner(dataDir)
    if ((owner !== undefined && staysUp(owner)) || Date.now() > deadline) {
      throw new EmbeddedError(refusal(dataDir, owner))
    }
    await pause(25)
  }
}

/** Returns the process that owns the data folder, or undefined if no process does. */
export async function askOwner(dataDir: string): Promise<Owner | undefined> {
  if (!existsSync(dataDir)) return undefined
  const path = join(shortPath(dataDir, SOCKET), SOCKET)
  const answer = await firstLine(path, dataDir)
  if (answer === undefined) return undefined
  try {
    return JSON.parse(answer) as Owner
  } catch {
    throw new EmbeddedError(
      `Another process owns the data folder ${dataDir} but does not respond. ` +
        'Stop it, or set DATA_DIR to another folder.',
    )
  }
}

function refusal(dataDir: string, owner: Owner | undefined): string {
  const who = owner ? `process ${owner.pid} (reckoner ${owner.command})` : 'another process'
  return (
    `The data folder ${dataDir} is in use by ${who}. ` +
    'Stop that one first, or set DATA_DIR to another folder.'
  )
}

/**
 * Uses two sockets. The abstract one is a name without a file: taking it is atomic and it is never
 * stale, so it decides which process may replace the file of a dead owner. Other processes ask through
 * the file, which is visible wherever the folder is, including in another container.
 */
async function tryOwnership(
  dataDir: string,
  describe: () => Owner,
): Promise<Ownership | undefined> {
  const { dev, ino } = statSync(dataDir, { bigint: true })
  const name = await listen(createServer(), `\0reckoner:${dev}:${ino}`)
  if (name === undefined) return undefined
  if ((await askOwner(dataDir)) !== undefined) {
    await close(name)
    return undefined
  }
  const path = join(shortPath(dataDir, SOCKET), SOCKET)
  rmSync(path, { force: true })
  const door = createServer((caller) => {
    caller.on('error', () => caller.destroy()) // the caller left without reading
    caller.end(`${JSON.stringify(describe())}\n`)
  })
  try {
    await listen(door, path)
  } catch (error) {
    await close(name)
    throw (
      refusalOfStranger(error, dataDir) ??
      new EmbeddedError(
        `The file system of ${dataDir} does not support Unix sockets (${(error as Error).message}). ` +
          'Set DATA_DIR to a folder on a local disk.',
      )
    )
  }
  return {
    async release() {
      await close(door)
      await close(name)
    },
  }
}

/** Returns undefined if the name is taken. The socket does not keep a finished process from ending. */
function listen(server: Server, path: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    )
    server.listen(path, () => done(server))
    server.unref()
  })
}

function close(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()))
}

/** Returns the text that the socket sends; empty if it accepts but stays silent; undefined if no process listens. */
function firstLine(path: string, dataDir: string): Promise<string | undefined> {
  return new Promise((done, fail) => {
    let text = ''
    const socket = connect(path)
    socket.setEncoding('utf8')
    socket.setTimeout(3_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const refusal = refusalOfStranger(error, dataDir)
      if (refusal) fail(refusal)
      done(error.code === 'EAGAIN' ? '' : undefined) // EAGAIN: it is alive, but its queue is full
    })
    socket.on('close', () => done(text))
  })
}

/** Returns the error if the system denies access to another user's files; undefined for other errors. */
function refusalOfStranger(error: unknown, dataDir: string): EmbeddedError | undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EACCES' && code !== 'EPERM') return undefined
  return new EmbeddedError(
    `The data folder ${dataDir} belongs to another user. ` +
      'Run this command as the user that started Reckoner, or set DATA_DIR to another folder.',
  )
}
