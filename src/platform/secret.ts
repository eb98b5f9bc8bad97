// Secrets that live in the data folder: made once, readable by us alone, the same for everybody.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The key that keyed hashes and encryption of this installation start from: SECRET_KEY, or else the
 * one kept in `secret.key` in the data folder, made on the first start. Processes on several
 * machines that share a database need the same SECRET_KEY.
 */
export function loadSecretKey(config: { secretKey?: string | undefined; dataDir: string }): Buffer {
  if (config.secretKey !== undefined) return Buffer.from(config.secretKey, 'utf8')
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const path = join(config.dataDir, 'secret.key')
  return Buffer.from(
    readOrMake(path, () => randomBytes(32).toString('base64url')),
    'utf8',
  )
}

/** The same, if there is one already: makes none. */
export function findSecretKey(config: {
  secretKey?: string | undefined
  dataDir: string
}): Buffer | undefined {
  const text = config.secretKey ?? read(join(config.dataDir, 'secret.key'))
  return text === undefined ? undefined : Buffer.from(text, 'utf8')
}

/**
 * The text of a file that is written once and never again. If several processes arrive together,
 * one of them writes it and all of them read that one's text.
 */
export function readOrMake(path: string, make: () => string): string {
  const kept = read(path)
  if (kept !== undefined) return kept
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeDurably(draft, make())
  try {
    linkSync(draft, path) // unlike a rename, a link never replaces what another process made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  syncFolder(dirname(path))
  return readFileSync(path, 'utf8').trim()
}

/** Makes a change of names in a folder (create, rename, remove) survive a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function writeDurably(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600)
  writeSync(descriptor, `${text}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
}
