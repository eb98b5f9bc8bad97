// The limits on connections, and the metrics and log lines that report when they are reached.

import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { socketBounds } from '../platform/http/socket-bounds.ts'
import { Sockets } from '../platform/http/sockets.ts'
import type { Metrics } from '../platform/metrics.ts'

const WARNING_PAUSE_MS = 60_000

const WARNINGS = {
  full: 'this process has the maximum number of connections (ulimit -n); those that have waited longest are closed',
  address_full:
    'one address has the maximum number of connections (CONNECTIONS_PER_ADDRESS); if it is a proxy, add it to TRUST_PROXY',
}

export function boundSockets(config: Config, log: Logger, metrics: Metrics): Sockets {
  const bounds = socketBounds(config.connectionsPerAddress, config.trustProxy ?? false)
  const quietUntil = { full: 0, address_full: 0 }
  return new Sockets(bounds, (why, address) => {
    metrics.cut(why)
    if (why !== 'full' && why !== 'address_full') return
    const now = performance.now()
    if (now < quietUntil[why]) return
    quietUntil[why] = now + WARNING_PAUSE_MS
    log.warn({ address }, WARNINGS[why])
  })
}
