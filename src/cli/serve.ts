// `reckoner serve` and `reckoner work`: start the service or a part of it, print its URL, and stop it on a signal.

import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Logger } from 'pino'
import { localUrl } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { giveBackMemory } from '../platform/memory.ts'
import { type ProcessRole, servesRequests } from '../platform/process-role.ts'
import { onStopSignal } from '../platform/stop-signals.ts'
import { version } from '../platform/version.ts'
import { bannerJson, bannerText } from './banner.ts'
import { type Context, example, type JsonOption } from './context.ts'
import { examineTogether } from './doctor-proxy.ts'
import { CommandError } from './failure.ts'
import { readableLog } from './log-lines.ts'

export function addServe(program: Command, context: Context): void {
  program
    .command('serve')
    .description('Run the service')
    .option('--no-work', 'only serve requests; other processes run background jobs')
    .option(...SAY_JSON)
    .addHelpText('after', example('serve'))
    .action(({ work, json }: ServeOptions) => serve(context, work ? 'serve' : 'requests', json))
}

export function addWork(program: Command, context: Context): void {
  program
    .command('work')
    .description('Run background jobs only: webhooks, emails, due dates, clocks')
    .option(...SAY_JSON)
    .addHelpText('after', example('work'))
    .action(({ json }: JsonOption) => serve(context, 'work', json))
}

const SAY_JSON = ['--json', 'print the URL as one line of JSON'] as const

interface ServeOptions extends JsonOption {
  work: boolean
}

async function serve(context: Context, role: ProcessRole, json: true | undefined): Promise<void> {
  const config = context.config()
  const readable = context.isTerminal && !json
  const log = createLog(config.logLevel, readable ? readableLog(context.out) : undefined)
  const delaySeconds = servesRequests(role) ? config.shutdownDelaySeconds : 0
  const stopping = stopRequested(log, delaySeconds + config.shutdownTimeoutSeconds)
  // Imported here to keep the other commands fast.
  const { startService } = await import('../app/service.ts')
  const service = await startService(config, log, { role, stepsDown: true })
  // Before the service is announced.
  giveBackMemory()
  const { url, place, firstKey, ownerLink, isOwned } = service
  // Without PUBLIC_URL, the service is named after the address it listens on, whose port PORT=0 leaves open.
  const isNamed = config.publicUrl !== localUrl(config, config.port)
  const publicUrl = isNamed ? config.publicUrl : url
  const banner = {
    version: version(),
    role,
    url,
    publicUrl,
    place,
    firstKey,
    ownerLink,
    isOwned,
  }
  context.out(json ? bannerJson(banner) : bannerText(banner))
  for (const { text, remedy } of examineTogether(config)) log.warn(`${text}. ${remedy}`)
  const { reason, broken, insisted } = await stopping
  log.info(`Stopping: ${reason}.`)
  service.drain()
  if (delaySeconds > 0 && !broken) {
    log.info(`Serving for another ${delaySeconds} s, so that proxies can send requests elsewhere.`)
    await pause(delaySeconds * 1_000, undefined, { signal: insisted }).catch(() => undefined)
  }
  await service.stop()
  log.info('Stopped.')
  if (broken) throw new CommandError(`The service stopped because of an internal error: ${reason}.`)
}

interface StopRequest {
  reason: string
  broken: boolean
  /** Aborted when the shutdown must not wait any longer. */
  insisted: AbortSignal
}

/** The time that stopping can take beyond running requests, for the queue and the database. */
const GRACE_SECONDS = 5

/**
 * Resolves when the process gets a signal to stop, or at an unhandled error. From then on the
 * remaining time is bounded, even during the start; the embedded server is stopped on exit.
 */
function stopRequested(log: Logger, seconds: number): Promise<StopRequest> {
  return new Promise((resolve) => {
    const insisted = new AbortController()
    let isStopping = false
    const stop = (reason: string, broken: boolean) => {
      if (isStopping) return insisted.abort()
      isStopping = true
      resolve({ reason, broken, insisted: insisted.signal })
      setTimeout(
        () => {
          log.fatal('Shutdown timed out; exiting.')
          process.exit(1)
        },
        (seconds + GRACE_SECONDS) * 1_000,
      ).unref()
    }
    onStopSignal(
      (reason) => stop(reason, false),
      () => insisted.abort(),
    )
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => {
        log.fatal({ err: error }, 'unhandled error')
        stop(error instanceof Error ? error.message : String(error), true)
      })
    }
  })
}
