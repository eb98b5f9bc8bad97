// Secrets that live in the data folder: made once, readable by us alone, the same for everybody.
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

/** The keys of an installation that has no SECRET_KEY, one a line, the current one first. */
const fileOf = ({ dataDir }: Settings) => join(dataDir, 'secret.key')

const newSecretKey = () => randomBytes(32).toString('base64url')

/**
 * The keys that keyed hashes and encryption of this installation start from: SECRET_KEY, or else what is
 * kept in `secret.key` in the data folder, made on the first start. Processes on several machines that
 * share a database need the same SECRET_KEY.
 */
export function loadKeyRing(config: Settings): KeyRing {
  if (config.secretKey !== undefined) return parseKeyRing(config.secretKey)
  makeFolders(config.dataDir, 0o700)
  return parseKeyLines(readOrMake(fileOf(config), newSecretKey))
}

/** The same, if there are any already: makes none. */
export function findKeyRing(config: Settings): KeyRing | undefined {
  if (config.secretKey !== undefined) return parseKeyRing(config.secretKey)
  const text = read(fileOf(config))
  return text === undefined ? undefined : parseKeyLines(text)
}

/**
 * Puts a new key before those in the file; whoever dies over it leaves the file as it was, or as it is to
 * be. Undefined where there is no file, or SECRET_KEY stands instead of it. One at a time.
 */
export function addKeyToFile(config: Settings): KeyRing | undefined {
  const keys = ringOfFile(config)
  if (!keys) return undefined
  return replaceFile(config, [newSecretKey(), ...keys.all.map(String)])
}

/** Takes all keys but the first out of the file. Undefined as above. */
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
 * The text of a file that is written once and never again. If several processes arrive together,
 * one of them writes it and all of them read that one's text.
 */
export function readOrMake(path: string, make: () => string): string {
  const kept = read(path)
  if (kept !== undefined) return kept
  const draft = draftOf(path)
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
