// The backup file: each table as PostgreSQL's COPY text, between a head and a checksum with its
// authentication codes, compressed with gzip.

import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** Description of a backup, in its first line. */
export interface Head {
  /** Version of the program that took it. */
  version: string
  /** Time of its snapshot, ISO 8601. */
  created_at: string
  /** Verifies that a secret key is that of the installation, and reveals nothing of it. */
  secret_check: string | null
  /** The IDs of the secret keys that secrets in it are sealed with; backups from before keys had IDs lack it. */
  sealed_with?: string[]
  /** Its schema: all migrations that had been applied, in order. */
  migrations: { name: string; checksum: string }[]
}

/** Number of rows of each table. */
export type Rows = Record<string, number>

/** The sequence of a backup file: head; table, rows…, end for each table; foot. */
export type Part =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: string; columns: string[] }
  /** Whole lines of COPY text. */
  | { kind: 'rows'; data: Buffer }
  | { kind: 'end' }
  | { kind: 'foot'; rows: Rows }
  /** The last part when reading. */
  | { kind: 'seal'; seal: Seal }

/** Proof that a backup is complete, and of the keys it was made with. */
export interface Seal {
  /** Checksum of everything before it, in hexadecimal. */
  sha256: string
  /** Authentication codes of the checksum, by the ID of their key. */
  macs: Readonly<Record<string, string>>
}

/** The file is not a backup, or is damaged; the message says what is wrong with it. */
export class BackupError extends Error {}

const FORMAT = 2
const CHUNK_BYTES = 1 << 18
/** Higher levels take several times as long and compress billing data little better. */
const GZIP_LEVEL = 3
const HEAD = /^-- reckoner backup (\d+) (\{.*\})$/
const TABLE = /^copy ([a-z_]+) \(([a-z0-9_, ]+)\) from stdin;$/
const FOOT = /^-- rows (\{.*\})$/
const CHECKSUM = /^-- sha256 ([0-9a-f]{64})$/
const MAC = /^-- mac ([0-9a-f]{8}) ([0-9a-f]{64})$/
/** Upper bound on authentication codes in a file; no key ring has as many keys. */
const MACS_MOST = 100
const END = '\\.\n'

/**
 * Writes a new file readable only by its owner, and resolves once it is on disk. `macsOf` returns the
 * authentication codes of a checksum.
 */
export async function writeBackup(
  path: string,
  parts: AsyncIterable<Part>,
  macsOf: (sha256: string) => Seal['macs'],
  signal?: AbortSignal,
): Promise<void> {
  await pipeline(
    encode(parts, macsOf),
    createGzip({ level: GZIP_LEVEL, chunkSize: CHUNK_BYTES }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )
}

async function* encode(
  parts: AsyncIterable<Part>,
  macsOf: (sha256: string) => Seal['macs'],
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    if (part.kind === 'seal') continue
    const data = part.kind === 'rows' ? part.data : Buffer.from(lineOf(part))
    hash.update(data)
    waiting.push(data)
    bytes += data.length
    if (bytes < CHUNK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  const sha256 = hash.digest('hex')
  const macs = Object.entries(macsOf(sha256)).map(([id, mac]) => `-- mac ${id} ${mac}\n`)
  yield Buffer.concat([...waiting, Buffer.from(`-- sha256 ${sha256}\n${macs.join('')}`)])
}

function lineOf(part: Exclude<Part, { kind: 'rows' | 'seal' }>): string {
  if (part.kind === 'head') return `-- reckoner backup ${FORMAT} ${JSON.stringify(part.head)}\n`
  if (part.kind === 'foot') return `-- rows ${JSON.stringify(part.rows)}\n`
  return part.kind === 'end' ? END : `copy ${part.table} (${part.columns.join(', ')}) from stdin;\n`
}

/**
 * Reads a file as the parts it was written from, in constant memory. Throws BackupError as soon as it is
 * found to be truncated or damaged, which for most damage is at its end: no part can be trusted before the
 * whole file was read.
 */
export async function* readBackup(path: string): AsyncGenerator<Part> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const text = createGunzip({ chunkSize: CHUNK_BYTES })
  file.on('error', (error) => text.destroy(error))
  file.pipe(text)
  const decoder = new Decoder(path)
  try {
    for await (const chunk of text) yield* decoder.take(chunk as Buffer)
    yield decoder.finish()
  } catch (error) {
    throw inSentence(error, path)
  } finally {
    file.destroy()
    text.destroy()
  }
}

/** Reads the whole file and returns its description; throws BackupError unless it is complete. */
export async function inspectBackup(path: string): Promise<{ head: Head; rows: Rows; seal: Seal }> {
  let head: Head | undefined
  let rows: Rows | undefined
  let seal: Seal | undefined
  for await (const part of readBackup(path)) {
    if (part.kind === 'head') head = part.head
    if (part.kind === 'foot') rows = part.rows
    if (part.kind === 'seal') seal = part.seal
  }
  if (head && rows && seal) return { head, rows, seal }
  throw new BackupError(`${path} is not a backup.`)
}

function inSentence(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return cut(path)
  if (error instanceof SyntaxError) return damaged(path)
  if (code?.startsWith('Z_')) {
    return new BackupError(
      `${path} is damaged, or is not a backup (${(error as Error).message}). Use another copy.`,
    )
  }
  if (code === 'ENOENT') return new BackupError(`There is no file ${path}.`)
  return syscall ? new BackupError(`${path} cannot be read (${code}).`) : error
}

const cut = (path: string) =>
  new BackupError(`${path} is incomplete: its end is missing. Use another copy.`)

const damaged = (path: string) =>
  new BackupError(`${path} is damaged: its content does not match its checksum. Use another copy.`)

/** Splits the text into parts; an incomplete line waits for more. */
class Decoder {
  readonly #path: string
  readonly #hash: Hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)
  #begun = false
  #inTable = false
  /** The checksum, once it was read and verified. */
  #sha256: string | undefined
  readonly #macs = new Map<string, string>()

  constructor(path: string) {
    this.#path = path
  }

  *take(chunk: Buffer): Generator<Part> {
    let text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    for (;;) {
      const [part, used] = this.#inTable ? this.#nextRows(text) : this.#nextLine(text)
      if (used === 0) break
      text = text.subarray(used)
      if (part) yield part
    }
    this.#rest = text
  }

  /** Called at the end of the text. */
  finish(): Part {
    if (!this.#begun) throw this.#foreign()
    if (this.#sha256 === undefined || this.#rest.length > 0) throw cut(this.#path)
    return { kind: 'seal', seal: { sha256: this.#sha256, macs: Object.fromEntries(this.#macs) } }
  }

  #nextRows(text: Buffer): [Part | undefined, number] {
    if (text.subarray(0, END.length).toString('latin1') === END) {
      this.#hash.update(END)
      this.#inTable = false
      return [{ kind: 'end' }, END.length]
    }
    // COPY doubles a backslash of the data, so this line is never a row.
    const end = text.indexOf(`\n${END}`)
    const used = (end === -1 ? text.lastIndexOf(10) : end) + 1
    const data = text.subarray(0, used)
    this.#hash.update(data)
    return [{ kind: 'rows', data }, used]
  }

  #nextLine(text: Buffer): [Part | undefined, number] {
    const used = text.indexOf(10) + 1
    // The first line of a backup is never this long; another file may have no line break at all.
    if (used === 0 && !this.#begun && text.length > CHUNK_BYTES) throw this.#foreign()
    if (used === 0) return [undefined, 0]
    const line = text.toString('utf8', 0, used - 1)
    if (!this.#begun) {
      this.#begun = true
      this.#hash.update(text.subarray(0, used))
      return [{ kind: 'head', head: this.#headOf(line) }, used]
    }
    if (this.#sha256 !== undefined) {
      this.#takeMac(line)
      return [undefined, used]
    }
    const checksum = CHECKSUM.exec(line)?.[1]
    if (checksum) {
      if (checksum !== this.#hash.digest('hex')) throw damaged(this.#path)
      this.#sha256 = checksum
      return [undefined, used]
    }
    this.#hash.update(text.subarray(0, used))
    const rows = FOOT.exec(line)?.[1]
    if (rows) return [{ kind: 'foot', rows: JSON.parse(rows) as Rows }, used]
    const [, table, columns] = TABLE.exec(line) ?? []
    if (!table || !columns) throw damaged(this.#path)
    this.#inTable = true
    return [{ kind: 'table', table, columns: columns.split(', ') }, used]
  }

  #takeMac(line: string): void {
    const [, id, mac] = MAC.exec(line) ?? []
    if (!id || !mac || this.#macs.size >= MACS_MOST) throw damaged(this.#path)
    this.#macs.set(id, mac)
  }

  #headOf(line: string): Head {
    const [, format, head = ''] = HEAD.exec(line) ?? []
    if (format === undefined) throw this.#foreign()
    if (format === String(FORMAT)) return JSON.parse(head) as Head
    throw new BackupError(
      `${this.#path} has format ${format}, which this version does not know. Restore it with the version that created it.`,
    )
  }

  #foreign = () => new BackupError(`${this.#path} is not a backup created by "reckoner backup".`)
}
