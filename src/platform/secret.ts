// Secrets in the data folder: created once, readable only by the process's user, shared by all processes.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fault } from './faults.ts'
import { makeFolders } from './folders.ts'
import { type KeyRing, parseKeyLines, parseKeyRing } from './key-ring.ts'

interface Settings {
  secretKey?: string | undefined
  dataDir: string
}

/** The keys of an installation without SECRET_KEY, one per line, the current one first. */
const fileOf = ({ dataDir }: Settings) => join(dataDir, 'secret.key')

const newSecretKey = () => randomBytes(32).toString('base64url')

/**
 * Returns the keys from which this installation derives keyed hashes and encryption: SECRET_KEY, or else `secret.key`
 * in the data folder, created on the first start. Processes on several machines that share a database need the same
 * SECRET_KEY.
 */
export function loadKeyRing(config: Settings): KeyRing {
  if (config.secretKey !== undefined) return parseKeyRing(config.secretKey)
  makeFolders(config.dataDir, 0o700)
  return parseKeyLines(readOrMake(fileOf(config), newSecretKey))
}

/** Returns the existing keys; never creates one. */
export function findKeyRing(config: Settings): KeyRing | undefined {
  if (config.secretKey !== undefined) return parseKeyRing(config.secretKey)
  const text = read(fileOf(config))
  return text === undefined ? undefined : parseKeyLines(text)
}

/**
 * Puts a new key before those in the file; a crash leaves either the old or the new file. Undefined if there is no
 * file, or if SECRET_KEY is set instead. Must not run concurrently.
 */
export function addKeyToFile(config: Settings): KeyRing | undefined {
  const keys = ringOfFile(config)
  if (!keys) return undefined
  return replaceFile(config, [newSecretKey(), ...keys.all.map(String)])
}

/** Removes all keys but the first from the file. Undefined as above. */
export function dropKeysOfFile(config: Settings): KeyRing | undefined {
  const keys = ringOfFile(config)
  return keys && replaceFile(config, [String(keys.first)])
}

function ringOfFile(config: Settings): KeyRing | undefined {
  return config.secretKey === undefined ? findKeyRing(config) : undefined
}

function replaceFile(config: Settings, keys: string[]): KeyRing {
  const path = fileOf(config)
  const draft = draftOf(path)
  writeDurably(draft, keys.join('\n'))
  fault('secret.written')
  renameSync(draft, path)
  syncFolder(dirname(path))
  return parseKeyLines(keys.join('\n'))
}

const draftOf = (path: string) => `${path}.${process.pid}.${randomBytes(4).toString('hex')}`

/**
 * Returns the text of a file that is written only once. If several processes try to create it together, one of them
 * writes it and all of them read that text.
 */
export function readOrMake(path: string, make: () => string): string {
  const kept = read(path)
  if (kept !== undefined) return kept
  const draft = draftOf(path)
  writeDurably(draft, make())
  try {
    linkSync(draft, path) // unlike a rename, a link never replaces a file of another process
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  syncFolder(dirname(path))
  return readFileSync(path, 'utf8').trim()
}

/** Makes name changes in a folder (create, rename, remove) survive a power failure. */
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
