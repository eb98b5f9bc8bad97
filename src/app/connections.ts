// The limits on connections, and the metrics and log lines that report when they are reached.

import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { socketBounds } from '../platform/http/socket-bounds.ts'
import { Sockets } from '../platform/http/sockets.ts'
import type { Metrics } from '../platform/metrics.ts'

const TOLD_MS = 60_000

const TOLD = {
  full: 'as many connections as this process may have (ulimit -n); those that wait longest are closed',
  address_full:
    'as many connections from one address as CONNECTIONS_PER_ADDRESS allows; if it is a proxy, name it in TRUST_PROXY',
}

export function boundSockets(config: Config, log: Logger, metrics: Metrics): Sockets {
  const bounds = socketBounds(config.connectionsPerAddress, config.trustProxy ?? false)
  const quietUntil = { full: 0, address_full: 0 }
  return new Sockets(bounds, (why, address) => {
    metrics.cut(why)
    if (why !== 'full' && why !== 'address_full') return
    const now = performance.now()
    if (now < quietUntil[why]) return
    quietUntil[why] = now + TOLD_MS
    log.warn({ address }, TOLD[why])
  })
}
