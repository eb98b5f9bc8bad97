// The `doctor` checks of the database: connection, version, schema, secret key and clock.

import { join } from 'node:path'
import type { Pool } from 'pg'
import { BACKFILLS } from '../app/backfills.ts'
import { aheadSentence } from '../app/database.ts'
import { SecretMismatchError } from '../features/accounts/create.ts'
import type { Config } from '../platform/config.ts'
import { readSchemaState } from '../platform/db/migrate.ts'
import { openPool } from '../platform/db/pool.ts'
import { places, whyNotOf } from '../platform/db/replica.ts'
import { sessionProblem } from '../platform/db/session-check.ts'
import { type Db, query, sql } from '../platform/db/sql.ts'
import { RECKONER } from '../platform/invocation.ts'
import { parseKeyRing } from '../platform/key-ring.ts'
import { areApart, CLOCK_REMEDY, measureClock } from '../platform/processes.ts'
import { findKeyRing } from '../platform/secret.ts'
import { countLeft } from '../platform/sweeps/backfill.ts'
import type { Context } from './context.ts'
import { examineProcesses } from './doctor-processes.ts'
import { examineRegions } from './doctor-regions.ts'
import { examineSellers } from './doctor-sellers.ts'
import { examineWebhooks } from './doctor-webhooks.ts'
import { sentenceOf } from './failure.ts'
import { amber, type Finding, green, red } from './finding.ts'
import { isUnmade, withDatabase } from './installation.ts'
import { readHolding, sentencesOf } from './secret-key-holding.ts'

export async function* examineDatabase(context: Context, config: Config): AsyncGenerator<Finding> {
  if (isUnmade(config)) {
    yield green('database', 'not created yet; the first start creates it')
    return
  }
  try {
    // Collected first, so that a failed check does not end the server early.
    yield* await withDatabase(context, 'doctor', async ({ pool, place }) => {
      const server = await examineServer(pool, place)
      const schema = await examineSchema(pool)
      const usable = schema.every(({ ok }) => ok)
      const secret = usable ? await examineSecret(pool, config) : []
      const rest = [...secret, await examineClock(pool)]
      rest.push(...(await examineReplica(pool, config)))
      if (!usable) return [server, ...schema, ...rest]
      const processes = await examineProcesses(pool)
      const people = [await examineWebhooks(pool), ...(await examineSellers(pool, config))]
      people.push(...(await examineRegions(pool)))
      return [server, ...schema, ...rest, ...processes, ...people]
    })
  } catch (error) {
    const sentence = sentenceOf(error, config)
    if (sentence === undefined) throw error
    yield red('database', 'cannot be used', sentence)
  }
}

async function examineServer(pool: Pool, place: string): Promise<Finding> {
  const rows = await query<{ version: string; fsync: string; closed: string }>(
    pool,
    sql`select current_setting('server_version') as version, current_setting('fsync') as fsync,
               current_setting('transaction_read_only') as closed`,
  )
  const { version = '', fsync = '', closed } = rows[0] ?? {}
  const text = `PostgreSQL ${version.split(' ')[0]}, fsync ${fsync}: ${place}`
  if (closed !== 'on') return green('database', text)
  return red(
    'database',
    `${text}, which is read-only`,
    'If it is a standby, promote it or set DATABASE_URL to the primary.',
  )
}

async function examineSchema(pool: Pool): Promise<Finding[]> {
  const client = await pool.connect()
  try {
    const { pending, ahead } = await readSchemaState(client)
    if (pending.length === 0) {
      const text = ahead.length === 0 ? 'up to date' : aheadSentence(ahead)
      return [green('schema', text), await examineBackfills(client)]
    }
    return [
      red(
        'schema',
        `${pending.length} migration(s) behind this version`,
        `Run "${RECKONER} migrate", or restart the service.`,
      ),
    ]
  } finally {
    client.release()
  }
}

/** Reports rows that backfills have yet to fill; the service fills them in the background. */
async function examineBackfills(db: Db): Promise<Finding> {
  const left: string[] = []
  for (const backfill of BACKFILLS) {
    const count = await countLeft(db, backfill)
    if (count > 0) left.push(`${count.toLocaleString('en')} ${backfill.left}`)
  }
  if (left.length === 0) return green('backfills', 'complete')
  return green('backfills', `the running service still has to fill ${left.join(' and ')}`)
}

async function examineSecret(pool: Pool, config: Config): Promise<Finding[]> {
  const file = join(config.dataDir, 'secret.key')
  const source = config.secretKey === undefined ? file : 'SECRET_KEY'
  const keys = findKeyRing(config)
  try {
    const holding = await readHolding(pool, keys ?? parseKeyRing(''), Date.now())
    if (!holding) return [green('secret', 'not needed yet: there are no API keys')]
    const { needed, remedies } = sentencesOf(holding)
    if (needed) return [red('secret', `${source} lacks a key that is needed`, needed)]
    const text = `${source} matches the API keys`
    if (remedies.length === 0) return [green('secret', text)]
    return remedies.map((remedy) => amber('secret', `${text}, and contains a former key`, remedy))
  } catch (error) {
    if (!(error instanceof SecretMismatchError)) throw error
    return [
      red(
        'secret',
        keys ? `${source} does not match the API keys` : `${file} is missing`,
        'Restore the previous SECRET_KEY or secret.key. Without it, every API key is invalid.',
      ),
    ]
  }
}

async function examineClock(pool: Pool): Promise<Finding> {
  const difference = await measureClock(pool, () => Date.now())
  const apart = Math.abs(difference.aheadMs)
  const text = `the clocks of this machine and the database differ by ${apart} ms`
  return areApart(difference) ? red('clock', text, CLOCK_REMEDY) : green('clock', text)
}

/** Amber at most: without the replica, all reads go to the primary. */
async function examineReplica(primary: Pool, config: Config): Promise<Finding[]> {
  if (config.databaseReadUrl === undefined) return []
  const connection = { connectionString: config.databaseReadUrl }
  const standby = openPool(connection, { size: 1, standby: true })
  try {
    const { source, target } = await places(primary, standby)
    const problem = (await sessionProblem(connection)) ?? whyNotOf(source, target)
    if (problem) return [amber('replica', 'not used for reading', problem)]
    const behind = Math.max(0, source.position - Number(target.position))
    const text = `DATABASE_READ_URL is ${behind.toLocaleString('en')} bytes behind the primary`
    return [green('replica', text)]
  } catch (error) {
    const remedy = `Check that PostgreSQL runs there and accepts connections, or correct DATABASE_READ_URL (${(error as Error).message}).`
    return [amber('replica', 'does not respond, so it is not used for reading', remedy)]
  } finally {
    await standby.end()
  }
}
