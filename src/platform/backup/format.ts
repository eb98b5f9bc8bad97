// The file of a backup: each table as PostgreSQL's own COPY text, between a head and a checksum, in gzip.

import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** What a backup says of itself, in its first line. */
export interface Head {
  /** The version of the program that took it. */
  version: string
  /** Which instant it shows, ISO 8601. */
  created_at: string
  /** Tells whether a secret key is the one of the installation, and gives nothing of it away. */
  secret_check: string | null
  /** The IDs of the secret keys that secrets in it are sealed with; backups from before keys had IDs lack it. */
  sealed_with?: string[]
  /** The schema it has: all migrations that had been applied, in order. */
  migrations: { name: string; checksum: string }[]
}

/** How many rows of each table it holds. */
export type Rows = Record<string, number>

/** A backup as it is written and read: head, then table, rows…, end for each table, then the foot. */
export type Part =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: string; columns: string[] }
  /** Whole lines of COPY text. */
  | { kind: 'rows'; data: Buffer }
  | { kind: 'end' }
  | { kind: 'foot'; rows: Rows }

/** The file is no backup, or no longer one; the message says what is wrong with it. */
export class BackupError extends Error {}

const FORMAT = 1
const CHUNK_BYTES = 1 << 18
/** Billing data shrinks little more at higher levels, and takes several times as long. */
const GZIP_LEVEL = 3
const HEAD = /^-- reckoner backup (\d+) (\{.*\})$/
const TABLE = /^copy ([a-z_]+) \(([a-z0-9_, ]+)\) from stdin;$/
const FOOT = /^-- rows (\{.*\})$/
const CHECKSUM = /^-- sha256 ([0-9a-f]{64})$/
const END = '\\.\n'

/** Writes a new file that only its owner may read, and resolves once the disk has it. */
export async function writeBackup(
  path: string,
  parts: AsyncIterable<Part>,
  signal?: AbortSignal,
): Promise<void> {
  await pipeline(
    encode(parts),
    createGzip({ level: GZIP_LEVEL, chunkSize: CHUNK_BYTES }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )
}

async function* encode(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    const data = part.kind === 'rows' ? part.data : Buffer.from(lineOf(part))
    hash.update(data)
    waiting.push(data)
    bytes += data.length
    if (bytes < CHUNK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat([...waiting, Buffer.from(`-- sha256 ${hash.digest('hex')}\n`)])
}

function lineOf(part: Exclude<Part, { kind: 'rows' }>): string {
  if (part.kind === 'head') return `-- reckoner backup ${FORMAT} ${JSON.stringify(part.head)}\n`
  if (part.kind === 'foot') return `-- rows ${JSON.stringify(part.rows)}\n`
  return part.kind === 'end' ? END : `copy ${part.table} (${part.columns.join(', ')}) from stdin;\n`
}

/**
 * Reads a file as the parts it was written from, in constant memory. Throws BackupError as soon as it
 * is seen to be cut or damaged, which for most damage is at its end: nothing of it is to be trusted
 * before all of it was read.
 */
export async function* readBackup(path: string): AsyncGenerator<Part> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const text = createGunzip({ chunkSize: CHUNK_BYTES })
  file.on('error', (error) => text.destroy(error))
  file.pipe(text)
  const decoder = new Decoder(path)
  try {
    for await (const chunk of text) yield* decoder.take(chunk as Buffer)
    decoder.finish()
  } catch (error) {
    throw inSentence(error, path)
  } finally {
    file.destroy()
    text.destroy()
  }
}

/** Reads the whole file and answers what it says of itself; throws BackupError unless it is sound. */
export async function inspectBackup(path: string): Promise<{ head: Head; rows: Rows }> {
  let head: Head | undefined
  let rows: Rows | undefined
  for await (const part of readBackup(path)) {
    if (part.kind === 'head') head = part.head
    if (part.kind === 'foot') rows = part.rows
  }
  if (head && rows) return { head, rows }
  throw new BackupError(`${path} is not a backup.`)
}

function inSentence(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return cut(path)
  if (error instanceof SyntaxError) return damaged(path)
  if (code?.startsWith('Z_')) {
    return new BackupError(
      `${path} is damaged, or no backup at all (${(error as Error).message}): use another copy of it.`,
    )
  }
  if (code === 'ENOENT') return new BackupError(`There is no file ${path}.`)
  return syscall ? new BackupError(`${path} cannot be read (${code}).`) : error
}

const cut = (path: string) =>
  new BackupError(`${path} is cut: its end is missing. Use another copy of it.`)

const damaged = (path: string) =>
  new BackupError(
    `${path} is damaged: what it holds does not have its checksum. Use another copy of it.`,
  )

/** Splits the text into parts; what was not yet a whole line waits for more. */
class Decoder {
  readonly #path: string
  readonly #hash: Hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)
  #begun = false
  #inTable = false
  #done = false

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

  /** The text has ended. */
  finish(): void {
    if (!this.#begun) throw this.#foreign()
    if (!this.#done || this.#rest.length > 0) throw cut(this.#path)
  }

  #nextRows(text: Buffer): [Part | undefined, number] {
    if (text.subarray(0, END.length).toString('latin1') === END) {
      this.#hash.update(END)
      this.#inTable = false
      return [{ kind: 'end' }, END.length]
    }
    // COPY doubles a backslash of the data, so this line never is one of the rows.
    const end = text.indexOf(`\n${END}`)
    const used = (end === -1 ? text.lastIndexOf(10) : end) + 1
    const data = text.subarray(0, used)
    this.#hash.update(data)
    return [{ kind: 'rows', data }, used]
  }

  #nextLine(text: Buffer): [Part | undefined, number] {
    const used = text.indexOf(10) + 1
    // No first line of ours is as long; what comes from elsewhere may have none at all.
    if (used === 0 && !this.#begun && text.length > CHUNK_BYTES) throw this.#foreign()
    if (used === 0) return [undefined, 0]
    const line = text.toString('utf8', 0, used - 1)
    if (!this.#begun) {
      this.#begun = true
      this.#hash.update(text.subarray(0, used))
      return [{ kind: 'head', head: this.#headOf(line) }, used]
    }
    const checksum = CHECKSUM.exec(line)?.[1]
    if (this.#done || (checksum && checksum !== this.#hash.digest('hex'))) throw damaged(this.#path)
    if (checksum) {
      this.#done = true
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

  #headOf(line: string): Head {
    const [, format, head = ''] = HEAD.exec(line) ?? []
    if (format === undefined) throw this.#foreign()
    if (format === String(FORMAT)) return JSON.parse(head) as Head
    throw new BackupError(
      `${this.#path} has the form ${format}, which this version does not know: restore it with the version that made it.`,
    )
  }

  #foreign = () => new BackupError(`${this.#path} is not a backup made by "reckoner backup".`)
}
