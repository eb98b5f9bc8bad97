// What older versions have left behind: rows as they wrote them, by the last migration they knew.

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Migration, readMigrations } from '../../src/platform/db/migrations.ts'

/** How others reached the services which made the fixtures: it stands in what they issued. */
export const PUBLIC_URL = 'https://billing.maple.example'

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

/** What a service makes of an issued invoice: its answer, what its PDF hashes to, and the words of its hosted page. */
export interface IssuedDocument {
  json: Record<string, unknown>
  pdf: string
  page: string
}

/** All that was issued, as a service shows it now. */
export async function readDocuments({
  url,
  key,
}: {
  url: string
  key: string
}): Promise<IssuedDocument[]> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  const list = JSON.parse((await read('/v1/invoices?limit=100')).toString())
  const issued = list.data.filter((each: { finalized_at: string | null }) => each.finalized_at)
  const documents: IssuedDocument[] = []
  for (const { id, hosted_url } of issued) {
    const json = JSON.parse((await read(`/v1/invoices/${id}`)).toString())
    const pdf = sha256(await read(`/v1/invoices/${id}/pdf`))
    const page = (await read(new URL(hosted_url).pathname)).toString()
    documents.push({ json, pdf, page: wordsOf(page) })
  }
  return documents
}

/** How a page looks may change; what it says of an issued document may not. */
function wordsOf(html: string): string {
  const bare = html.replace(/<(head|style|script)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')
  return bare.replace(/\s+/g, ' ').trim()
}
