// Changes that a migration must not make, because older processes still read and write the database.

import {
  concurrentStatements,
  type Migration,
  readMigrations,
  statementsIn,
} from '../../src/platform/db/migrations.ts'

/** Statements that are rejected on an existing table, and what to do instead. */
const REFUSED: readonly [RegExp, string][] = [
  [
    /\bupdate\s+(?:only\s+)?[\w".]+\s+(?:(?:as\s+)?\w+\s+)?set\b|\bdelete\s+from\b|\bmerge\s+into\b|^truncate\b/,
    'changes rows: a sweep must fill in missing values, in small batches',
  ],
  [/^insert\s+into\b[^']*\bselect\b/, 'copies rows: a sweep must do that, in small batches'],
  [
    /^create\s+(?:unique\s+)?index\b/,
    'builds an index and blocks writes: use "create index concurrently if not exists", in a separate file',
  ],
  [
    /^(?:drop\s+index|reindex|cluster|vacuum|lock|refresh)\b/,
    'locks a table: drop indexes with "drop index concurrently if exists", in a separate file',
  ],
  [
    /^(?:do|create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger|rule))\b/,
    'contains code that cannot be checked',
  ],
]

/** Refused changes of `alter table`. */
const REFUSED_CHANGES: readonly [RegExp, string][] = [
  [
    /^add\s+column\b(?!.*\bdefault\s).*\bnot\s+null\b/,
    'adds a column that existing rows and older processes cannot fill: give it a constant default, or allow null',
  ],
  [
    /^add\s+column\b.*\bdefault\s+(?!(?:'[^']*'(?:::\w+)?|-?[\d.]+|true|false|null)(?:\s|$))/,
    'has a default that is not a constant: every row would be rewritten',
  ],
  [
    /^add\s+column\b.*\b(?:generated|serial|bigserial|references|unique|primary\s+key|check)\b/,
    'reads or writes every row for a new column: add the plain column, and its constraints "not valid"',
  ],
  [
    /^add\s+(?:constraint|foreign|check|unique|primary|exclude)\b(?!.*(?:\bnot\s+valid$|\busing\s+index\b))/,
    'checks every row with the table locked: add it "not valid", and validate it in a later file',
  ],
  [
    /^alter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b|^set\s+(?:tablespace|logged|unlogged|access)\b/,
    'rewrites the whole table: add a column and have a sweep fill it',
  ],
  [
    /^alter\s+(?:column\s+)?\w+\s+set\s+not\s+null$/,
    'reads the whole table while it is locked: add a check "not valid", and validate it in a later file',
  ],
]

/** Changes that make processes that do not know of them fail. A dropped index only makes them slower. */
const CONTRACTS = /^drop\s+table\b|^alter\s+table\s.*\b(?:drop\s+column|rename)\b/

const UNIQUE = /^create unique index (?:concurrently )?(?:if not exists )?(\w+)\s+on (\w+)/i

/** The tables of indexes that are also constraints: without one, an older process can write what this one cannot read. */
const RULES = new Map(
  readMigrations()
    .flatMap(statementsIn)
    .map((each) => UNIQUE.exec(each))
    .flatMap((match) => (match ? [[match[1], match[2]] as const] : [])),
)

/** True if such an index goes, and the same file puts no other one on its table. */
function dropsRule(statement: string, statements: readonly string[]): boolean {
  const index = /^drop index concurrently if exists (\w+)$/.exec(statement)?.[1]
  const table = RULES.get(index)
  return table !== undefined && !statements.some((each) => UNIQUE.exec(each)?.[2] === table)
}

/** Indexes of partitioned tables: PostgreSQL cannot drop them concurrently, so the lock is requested repeatedly. */
const OF_PARTS = new Set(
  readMigrations().flatMap((migration) => {
    const statements = statementsIn(migration)
    const tables = statements.flatMap(
      (each) => /^create table (\w+) .*\bpartition by\b/i.exec(each)?.[1] ?? [],
    )
    return statements.flatMap((each) => {
      const [, index = '', table = ''] = /^create index (\w+) on (\w+)/i.exec(each) ?? []
      return tables.includes(table) ? [index] : []
    })
  }),
)

const dropsOfParts = (statement: string): boolean =>
  /^drop index (\w+(?:, \w+)*)$/
    .exec(statement)?.[1]
    ?.split(', ')
    .every((each) => OF_PARTS.has(each)) ?? false

const ALTER = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)\s+([\s\S]*)$/
const TARGET =
  /^(?:create\s+(?:unique\s+)?index\b.*?\bon\s+(?:only\s+)?|alter\s+table\s+|insert\s+into\s+)(\w+)/

/** The faults of a migration, a sentence each; empty if it can be applied. */
export function migrationFaults(migration: Migration): string[] {
  const { name, text, kind } = migration
  const statements = statementsIn(migration).map((each) => each.toLowerCase())
  const made = new Set(
    statements.flatMap((each) => /^create table (?:if not exists )?(\w+)/.exec(each)?.[1] ?? []),
  )
  const faults: string[] = []
  if (!/^-- (?:expand|contract)\n-- \S/.test(text)) {
    faults.push(
      'must start with "-- expand" or "-- contract" and a second line that says what it is for',
    )
  }
  if (
    statements.some((each) => /\bconcurrently\b/.test(each)) &&
    !concurrentStatements(migration)
  ) {
    faults.push(
      'has statements other than "create index concurrently if not exists" and "drop index concurrently if exists", or omits the condition',
    )
  }
  for (const statement of statements) {
    const takesAway = CONTRACTS.test(statement) || dropsRule(statement, statements)
    if (kind === 'expand' && takesAway && !made.has(targetOf(statement))) {
      faults.push(`"${statement}" removes what older processes use: that is a contract`)
    }
    if (/\bconcurrently\b/.test(statement) || made.has(targetOf(statement))) continue
    if (dropsOfParts(statement)) continue
    faults.push(...faultsOf(statement))
  }
  if (statements.length > 1 && statements.some((each) => /\bvalidate constraint\b/.test(each))) {
    faults.push('validates a constraint next to other changes: use a separate file')
  }
  return faults.map((fault) => `${name} ${fault}`)
}

const targetOf = (statement: string): string => TARGET.exec(statement)?.[1] ?? ''

function faultsOf(statement: string): string[] {
  const [, , changes = ''] = ALTER.exec(statement) ?? []
  const found = REFUSED.filter(([pattern]) => pattern.test(statement)).map(([, why]) => why)
  for (const change of topLevel(changes)) {
    const [fault] = REFUSED_CHANGES.filter(([pattern]) => pattern.test(change))
    if (fault) found.push(fault[1])
  }
  return found.map((why) => `"${statement}" ${why}`)
}

/** Splits at commas outside of parentheses and quotes. */
function topLevel(changes: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of changes.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((part) => part.trim())
}
