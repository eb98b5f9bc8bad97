// The service a demo is made through: the one that runs, or one for the moment.

import { createLog } from '../platform/log.ts'
import type { Context } from './context.ts'
import { assertServing, serviceUrl, Unavailable } from './service-client.ts'

/** Lends `work` the address of a service on the database of the settings. */
export async function withDemoService<T>(
  context: Context,
  named: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const running = await findService(context, named)
  if (running !== undefined) return work(running)
  // Loaded here, so that the other commands need not wait for it.
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
