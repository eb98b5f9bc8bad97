// The service through which a demo is created: the running one, or a temporary one.

import { createLog } from '../platform/log.ts'
import type { Context } from './context.ts'
import { assertServing, serviceUrl, Unavailable } from './service-client.ts'

/** Calls `work` with the URL of a service on the configured database. */
export async function withDemoService<T>(
  context: Context,
  named: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const running = await findService(context, named)
  if (running !== undefined) return work(running)
  // Imported here to keep the other commands fast.
  const { startService } = await import('../app/service.ts')
  const log = createLog('error', { write: (line) => context.note(line.trimEnd()) })
  const alone = { host: '127.0.0.1', port: 0, tlsCertFile: undefined, tlsKeyFile: undefined }
  const service = await startService({ ...context.config(), ...alone }, log, { passing: true })
  try {
    return await work(service.url)
  } finally {
    await service.stop()
  }
}

async function findService(context: Context, named: string | undefined) {
  if (named === undefined && context.config().port === 0) return undefined
  const url = named ?? serviceUrl(context.config())
  try {
    await assertServing(url)
    return url
  } catch (error) {
    if (named !== undefined || !(error instanceof Unavailable)) throw error
    return undefined
  }
}
