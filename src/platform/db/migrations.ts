// The files of `migrations/`: what each means for processes of other versions, and how it is run.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { invariant } from '../../invariant.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))
/** Number of the last file of the baseline, the schema of 0.2.0. None of its files changes any more. */
const BASELINE_LAST = 10

/** `expand`: versions that do not know it keep working. `contract`: versions that do not know it would fail. */
export type MigrationKind = 'expand' | 'contract'

export interface Migration {
  name: string
  text: string
  checksum: string
  kind: MigrationKind
}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => migrationOf(name, readFileSync(`${folder}/${name}`, 'utf8')))
}

/** Throws if the file does not start with its kind. */
export function migrationOf(name: string, text: string): Migration {
  const kind = /^-- (expand|contract)\n/.exec(text)?.[1] as MigrationKind | undefined
  invariant(kind, `The first line of migration ${name} is neither "-- expand" nor "-- contract".`)
  const checksum = createHash('sha256').update(text).digest('hex')
  return { name, text, checksum, kind }
}

/**
 * Returns the refusal of a database or backup for this migration, which is unknown or has another checksum here.
 * Undefined for migrations after the baseline: the caller decides about them.
 */
export function refusedBaseline(subject: string, name: string): string | undefined {
  if (Number.parseInt(name, 10) > BASELINE_LAST) return undefined
  return `${subject} was created by a development version before 0.2.0, which cannot be upgraded. Use it with that version, or start with an empty data folder (DATA_DIR) or database (DATABASE_URL).`
}

/** Returns its statements one by one, without comments, each on one line. */
export function statementsIn({ text }: Pick<Migration, 'text'>): string[] {
  const bare = text.replace(/('(?:[^']|'')*')|--[^\n]*/g, (_, quoted) => quoted ?? '')
  const statements = bare.match(/(?:'(?:[^']|'')*'|[^;'])+/g) ?? []
  return statements
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => statement !== '')
}

/** A statement that builds or drops an index while reads and writes continue. */
export interface ConcurrentStatement {
  statement: string
  /** The index that it creates; undefined if it drops one. */
  makes: string | undefined
}

const CONCURRENT =
  /^(?:create (?:unique )?index concurrently if not exists (\w+) on|drop index concurrently if exists \w+$)/i

/**
 * Returns the statements of a file that contains no others; undefined for any other file. PostgreSQL runs them
 * only outside a transaction, so each must be repeatable.
 */
export function concurrentStatements(migration: Migration): ConcurrentStatement[] | undefined {
  const found = statementsIn(migration).map((statement) => {
    const match = CONCURRENT.exec(statement)
    return match && { statement, makes: match[1] }
  })
  return found.every((each) => each !== null) ? found : undefined
}
