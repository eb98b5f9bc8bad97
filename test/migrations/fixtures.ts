// What older versions have left behind: rows as they wrote them, by the last migration they knew.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Migration, migrate, readMigrations } from '../../src/platform/db/migrate.ts'

/** The key that the services which made the fixtures were given. */
export const SECRET_KEY = 'a secret key for fixtures, 32 characters and more'

interface Fixture {
  /** The number of the last migration its version had. */
  number: number
  /** Statements that insert all its rows. */
  text: string
  /** A test key that was printed at its first start. */
  key: string
}

/** All there are, the oldest first. */
const FIXTURES: readonly Fixture[] = globSync('*.sql', { cwd: import.meta.dirname })
  .sort()
  .map((name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8')
    return { number: Number.parseInt(name, 10), text, key: /Key: (\w+)/.exec(text)?.[1] ?? '' }
  })

const numberOf = ({ name }: Migration) => Number.parseInt(name, 10)

/** The newest fixture of a version that knew no migration beyond this one, if there is any. */
function fixtureUpTo(migration: Migration): Fixture | undefined {
  return FIXTURES.findLast(({ number }) => number <= numberOf(migration))
}

/**
 * Brings an empty database to a migration, with the rows of the newest version that had no later one:
 * they lived through what came in between. Answers that version.
 */
export async function migrateWithRows(
  client: pg.Client,
  last: Migration,
): Promise<Fixture | undefined> {
  const all = readMigrations()
  const upTo = (number: number) => all.filter((each) => numberOf(each) <= number)
  const fixture = fixtureUpTo(last)
  if (fixture) {
    await migrate(client, undefined, upTo(fixture.number))
    await client.query(fixture.text)
  }
  await migrate(client, undefined, upTo(numberOf(last)))
  return fixture
}
