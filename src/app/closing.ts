// Shuts down the service: completes accepted requests, stops background work, then closes the rest in order.

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ClosableTypesetter } from '../features/documents/typeset.ts'
import type { Config } from '../platform/config.ts'
import type { Mailer } from '../platform/outgoing/mail.ts'
import type { Sweeper } from '../platform/sweeps/sweeps.ts'
import type { Limits } from './limits.ts'
import type { OpenPresence } from './presence.ts'
import type { Sweeps } from './sweeps.ts'

/** Completes accepted requests and work in progress, within the shutdown timeout. */
export async function finish(
  { shutdownTimeoutSeconds }: Config,
  api: FastifyInstance,
  sweeps: Sweeps,
  sweeper: Sweeper | undefined,
): Promise<void> {
  const late = AbortSignal.timeout(shutdownTimeoutSeconds * 1_000)
  await Promise.all([
    closeWithin(api, shutdownTimeoutSeconds),
    sweeper?.stop().then(() => sweeps.settle(late)),
  ])
}

interface Closing {
  limits: Limits
  presence: OpenPresence
  mailer: Mailer | undefined
  lane: { close(): Promise<unknown> }
  typesetter: ClosableTypesetter
  requestLog: { close(): Promise<unknown> }
  endPools(): Promise<unknown>
  authenticator: { flush(): Promise<unknown> }
  sessions: { flush(): Promise<unknown> }
  log: Logger
}

/** Closes the parts that no request uses any more, the write path first. */
export async function closeAll(closing: Closing): Promise<void> {
  const { limits, presence, mailer, lane, typesetter, requestLog } = closing
  const { endPools, authenticator, sessions, log } = closing
  mailer?.close()
  await limits
    .close()
    .catch((err: Error) => log.warn({ err }, 'rate-limit slots were not released'))
  await presence
    .leave()
    .catch((err: Error) => log.warn({ err }, 'this process could not be removed from the list'))
  await Promise.all([lane.close(), typesetter.close()])
  await Promise.all([requestLog.close(), endPools()])
  await Promise.all([authenticator.flush(), sessions.flush()]).catch((error: Error) =>
    log.warn({ err: error }, 'last use of keys and sessions was not saved'),
  )
}

/** Completes accepted requests. Connections still sending or reading at the timeout are closed. */
async function closeWithin(api: FastifyInstance, seconds: number): Promise<void> {
  const timer = setTimeout(() => api.server.closeAllConnections(), seconds * 1_000)
  await api.close()
  clearTimeout(timer)
}
