// The `doctor` check of the processes on the database: which run, and which settings do not match.

import type { Pool } from 'pg'
import { RECKONER } from '../platform/invocation.ts'
import { COMMAND_OF, doesWork } from '../platform/process-role.ts'
import {
  CLOCK_REMEDY,
  clockSentence,
  differingSettings,
  isAlive,
  listProcesses,
  type SeenProcess,
} from '../platform/processes.ts'
import { amber, type Finding, green, red } from './finding.ts'

export async function examineProcesses(pool: Pool): Promise<Finding[]> {
  return [...findingsOf(await listProcesses(pool))]
}

function* findingsOf(all: SeenProcess[]): Generator<Finding> {
  const alive = all.filter(isAlive)
  yield green(
    'processes',
    alive.length === 0 ? 'no process is running' : alive.map(nameOf).join('; '),
  )
  for (const process of all.filter((each) => !isAlive(each))) {
    const seconds = Math.trunc(process.silent_ms / 1_000).toLocaleString('en')
    yield amber(
      'processes',
      `${nameOf(process)} was last seen ${seconds} s ago: it was killed, hangs, or has lost its connection to the database`,
      'Look at its log and restart it. A process that is gone is removed from this list after an hour.',
    )
  }
  yield* misfits(alive)
}

function* misfits(alive: SeenProcess[]): Generator<Finding> {
  for (const process of alive.filter(({ clock_ahead_ms }) => clock_ahead_ms !== 0)) {
    const { host, clock_ahead_ms } = process
    yield red('processes', clockSentence(host, clock_ahead_ms), CLOCK_REMEDY)
  }
  if (alive.length > 0 && !alive.some(({ role }) => doesWork(role))) {
    yield amber(
      'processes',
      'no process runs background jobs, so webhooks, emails, due dates and test clocks wait',
      `Start "${RECKONER} work", or "${RECKONER} serve" without --no-work.`,
    )
  }
  const versions = [...new Set(alive.map(({ version }) => version))].sort()
  if (versions.length > 1) {
    yield amber(
      'processes',
      `versions ${versions.join(' and ')} are running at the same time`,
      'Upgrade the others to the newer version, one by one.',
    )
  }
  const names = differingSettings(alive)
  if (names.length > 0) {
    yield amber(
      'processes',
      `their settings differ: ${names.join(', ')}`,
      'Use the same settings for all processes, and restart them.',
    )
  }
}

const nameOf = ({ role, version, host }: SeenProcess) => `${COMMAND_OF[role]} ${version} on ${host}`
