// Announces this process to the others on the database, and logs settings that do not match between them.

import { hostname } from 'node:os'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { newUuid } from '../platform/ids.ts'
import type { ProcessRole } from '../platform/process-role.ts'
import {
  areApart,
  beatSweep,
  CLOCK_REMEDY,
  clockSentence,
  createPresence,
  differingSettings,
  fingerprints,
  type OwnProcess,
  type Presence,
} from '../platform/processes.ts'
import type { Sweep } from '../platform/sweeps/sweeps.ts'
import { version } from '../platform/version.ts'
import type { WallClock } from '../platform/wall-clock.ts'

export interface PresenceParts {
  config: Config
  role: ProcessRole
  /** Its own pool, which reads cannot exhaust. */
  pool: Pool
  log: Logger
  clock: WallClock
  publicUrl(): string
}

export interface OpenPresence extends Presence {
  id: string
  sweep: Sweep
}

export function openPresence(parts: PresenceParts): OpenPresence {
  const { pool, log, clock } = parts
  const own: OwnProcess = {
    id: newUuid(),
    role: parts.role,
    version: version(),
    host: hostname(),
    // Read on every check: with PORT=0 the process learns its own URL when it listens.
    get settings() {
      return agreed(parts)
    },
  }
  const presence = createPresence(pool, own, clock.machine)
  const warn = onceEach((sentence) => log.warn(sentence))
  const sweep = beatSweep(presence, () => {
    clock.heed(presence.clock)
    warn(misfits(presence))
  })
  return Object.assign(presence, { id: own.id, sweep })
}

/**
 * Settings that must match because one process writes what another sends: emails are dropped for
 * good where there is no mail server, and contain the URLs that the process knows.
 */
const agreed = ({ config, publicUrl }: PresenceParts) =>
  fingerprints({
    PUBLIC_URL: publicUrl(),
    SMTP_URL: config.smtpUrl !== undefined,
    MAIL_FROM: config.mailFrom,
    WEBHOOK_ALLOW_PRIVATE: config.webhookAllowPrivate,
  })

/** Problems that need an operator, as sentences by subject. */
function misfits({ processes, clock }: Presence): Map<string, string> {
  const found = new Map<string, string>()
  if (areApart(clock)) {
    const sentence = clockSentence('this machine', clock.aheadMs)
    found.set(
      'clock',
      `${sentence.replace('the', 'The')}, which this process uses. ${CLOCK_REMEDY}`,
    )
  }
  const names = differingSettings(processes)
  if (names.length > 0) {
    found.set(
      names.join(),
      `The processes on this database have different settings: ${names.join(', ')}. Use the same for all of them.`,
    )
  }
  return found
}

/** Reports the sentences that were not there at the last check. */
function onceEach(warn: (sentence: string) => void): (found: Map<string, string>) => void {
  let last = new Map<string, string>()
  return (found) => {
    for (const [about, sentence] of found) if (!last.has(about)) warn(sentence)
    last = found
  }
}
