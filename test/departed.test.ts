// Clients that disconnect before their response: their requests end before the database is closed.

import { test } from 'node:test'
import { until, type World, world } from './harness.ts'

/** Starts long polls of the feed, and disconnects once the service has begun to wait. */
async function leaveWaiting(w: World, clients: number): Promise<void> {
  const leave = new AbortController()
  const headers = { authorization: `Bearer ${w.keys.test}` }
  const requests = Array.from({ length: clients }, () =>
    fetch(`${w.url}/v1/events?wait=60`, { headers, signal: leave.signal }).catch(() => undefined),
  )
  const begun = `select count(*)::int as begun from pg_stat_activity
    where query like '%event_sequence as count%' and datname = current_database()
      and pid <> pg_backend_pid()`
  await until('the waits', async () => (await w.sql<{ begun: number }>(begun))[0]?.begun)
  leave.abort()
  await Promise.all(requests)
}

test('a stop waits for requests of disconnected clients', async () => {
  const cleanups: (() => Promise<void>)[] = []
  const w = await world({ after: (work) => void cleanups.push(work) })
  await leaveWaiting(w, 40)
  // Stops the service, and fails if it has logged an error by then.
  for (const cleanup of cleanups) await cleanup()
})
