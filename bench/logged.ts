// Checks that the request log has every request of a run: dropped entries cost nothing and would flatter the result.

import { setTimeout as pause } from 'node:timers/promises'
import { asSuperuser, type Server } from './server.ts'

interface Logged {
  rows: number
  left_out: number
}

type Measured = Pick<Server, 'url' | 'connection'>

const DRAINED_MS_MOST = 30_000

/** Reads the counts once all waiting entries are written. */
export async function readLogged(server: Measured): Promise<Logged> {
  for (const untilMs = performance.now() + DRAINED_MS_MOST; performance.now() < untilMs; ) {
    if ((await readMetric(server, 'reckoner_request_log_waiting')) === 0) break
    await pause(100)
  }
  return { rows: await countRows(server), left_out: await leftOut(server) }
}

export const loggedSentence = ({ rows, left_out }: Logged): string =>
  `The request log has ${rows} requests; ${left_out === 0 ? 'none was' : `${left_out} were`} left out of it.`

const leftOut = (server: Measured) => readMetric(server, 'reckoner_request_log_left_out_total')

const countRows = (server: Measured): Promise<number> =>
  asSuperuser(server, server.connection.database as string, async (client) => {
    const { rows } = await client.query('select count(*)::int as count from requests')
    return rows[0].count
  })

/** The sum of all series of a metric. */
async function readMetric({ url }: Measured, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))]
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}
