// The process's Prometheus metrics.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observer } from './http/ending.ts'
import type { SweepObserver } from './sweeps/sweeps.ts'

/** Gauges that are read on each scrape rather than counted. */
export interface Readings {
  poolTotal(): number
  poolIdle(): number
  poolWaiting(): number
  /** In milliseconds; absent without a standby to read from. */
  replicaLag?(): number
  connections(): number
  laneWaiting(): number
  laneParked(): number
  requestLogWaiting(): number
  limiterRefused(): number
  limiterWindows(): number
  documentsWaiting(): number
  documentsMade(): number
  /** In bytes. */
  documentsMemory(): number
  /** The processes seen on this database, including this one. */
  processes(): readonly { role: string; version: string }[]
  /** Relative to the database's clock. */
  clockAheadSeconds(): number
}

export interface Metrics extends Observer, SweepObserver {
  batch(size: number, seconds: number): void
  /** Counts a connection that the server closed, by reason. */
  cut(why: string): void
  /** Counts requests that the log omits, by reason and kind. */
  leftOut(why: string, kind: string, count: number): void
  /** Counts reads that the standby could serve, by the server that served them. */
  readFrom(server: 'replica' | 'primary'): void
  watch(readings: Readings): void
  text(): Promise<string>
}

/** Few buckets, since these are recorded for many series. */
const ANSWER_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5]
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = answerMetrics(registers)
  const batches = new Histogram({
    name: 'reckoner_lane_batch_size',
    help: 'Commands written in one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'reckoner_lane_batch_seconds',
    help: 'Time of one write transaction.',
    buckets: SECONDS,
    registers,
  })
  const leftOut = new Counter({
    name: 'reckoner_request_log_left_out_total',
    help: 'Requests missing from the log, by reason and kind.',
    labelNames: ['why', 'kind'],
    registers,
  })
  const cuts = new Counter({
    name: 'reckoner_connections_cut_total',
    help: 'Connections refused or closed, by reason.',
    labelNames: ['why'],
    registers,
  })
  const reads = new Counter({
    name: 'reckoner_replica_reads_total',
    help: 'Reads that DATABASE_READ_URL can serve, by the server that served them.',
    labelNames: ['server'],
    registers,
  })
  const sweeps = sweepMetrics(registers)

  return {
    ...sweeps,
    ...answers,
    batch(size, seconds) {
      batches.observe(size)
      batchSeconds.observe(seconds)
    },
    cut: (why) => cuts.inc({ why }),
    leftOut: (why, kind, count) => leftOut.inc({ why, kind }, count),
    readFrom: (server) => reads.inc({ server }),
    watch: (readings) => watch(readings, registers),
    text: () => registry.metrics(),
  }
}

/**
 * Operations with their status class, error codes and durations are counted separately. Combined, they would be
 * thousands of lines, which Prometheus has to read every few seconds.
 */
function answerMetrics(registers: Registry[]): Observer {
  const operations = new Counter({
    name: 'reckoner_http_requests_total',
    help: 'Responses, by operation and class of status.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const codes = new Counter({
    name: 'reckoner_http_answers_total',
    help: 'Responses, by status.',
    labelNames: ['status'],
    registers,
  })
  const durations = new Histogram({
    name: 'reckoner_http_request_seconds',
    help: 'Response time, by group of operations and read or write.',
    labelNames: ['group', 'kind'],
    buckets: ANSWER_SECONDS,
    registers,
  })
  return {
    answered({ operation, group, reads, status, seconds }) {
      operations.inc({ operation, status: `${Math.trunc(status / 100)}xx` })
      codes.inc({ status })
      durations.observe({ group, kind: reads ? 'read' : 'write' }, seconds)
    },
  }
}

const LAG_KEPT_MS = 15_000

function sweepMetrics(registers: Registry[]): SweepObserver {
  const labelNames = ['sweep']
  const name = (what: string) => `reckoner_sweep_${what}`
  const done = new Counter({
    name: name('done_total'),
    help: 'Rows processed.',
    labelNames,
    registers,
  })
  const failures = new Counter({
    name: name('failures_total'),
    help: 'Failed runs.',
    labelNames,
    registers,
  })
  const lag = new Gauge({
    name: name('lag_seconds'),
    help: 'Maximum delay of the oldest row in about 15 seconds.',
    labelNames,
    registers,
  })
  // Sweeps run many times between two scrapes, which must not miss the late run.
  const latest = new Map<string, { lagMs: number; untilMs: number }>()
  return {
    swept(sweep, { done: rows, lagMs }) {
      done.inc({ sweep }, rows)
      const last = latest.get(sweep)
      const now = performance.now()
      if (last && lagMs < last.lagMs && now < last.untilMs) return
      latest.set(sweep, { lagMs, untilMs: now + LAG_KEPT_MS })
      lag.set({ sweep }, lagMs / 1000)
    },
    failed: (sweep) => failures.inc({ sweep }),
  }
}

function watch(readings: Readings, registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('reckoner_db_pool_connections', 'Open connections to the database.', readings.poolTotal)
  gauge('reckoner_db_pool_idle', 'Idle connections.', readings.poolIdle)
  gauge('reckoner_db_pool_waiting', 'Calls waiting for a connection.', readings.poolWaiting)
  const { replicaLag } = readings
  if (replicaLag) {
    gauge(
      'reckoner_replica_lag_seconds',
      'How far DATABASE_READ_URL is behind; infinite if it is unusable.',
      () => replicaLag() / 1_000,
    )
  }
  gauge('reckoner_connections', 'Open connections of clients.', readings.connections)
  gauge('reckoner_lane_waiting', 'Commands waiting to be written.', readings.laneWaiting)
  gauge(
    'reckoner_lane_held_environments',
    'Environments parked because another session has locked their rows.',
    readings.laneParked,
  )
  gauge(
    'reckoner_request_log_waiting',
    'Requests waiting to be logged.',
    readings.requestLogWaiting,
  )
  gauge('reckoner_limiter_refused', 'Requests refused by rate limit.', readings.limiterRefused)
  gauge(
    'reckoner_limiter_windows',
    'Environments that are currently rate-limited.',
    readings.limiterWindows,
  )
  gauge('reckoner_documents_waiting', 'Documents waiting to be created.', readings.documentsWaiting)
  gauge('reckoner_documents_made', 'Documents created since the start.', readings.documentsMade)
  gauge(
    'reckoner_clock_ahead_seconds',
    "How far this machine's clock is ahead of the database's.",
    readings.clockAheadSeconds,
  )
  new Gauge({
    name: 'reckoner_processes',
    help: 'Processes on this database, by role and version.',
    labelNames: ['role', 'version'],
    registers,
    collect() {
      this.reset()
      for (const { role, version } of readings.processes()) this.inc({ role, version })
    },
  })
  gauge(
    'reckoner_documents_memory_bytes',
    'Memory of the processes that create documents, after their last document.',
    readings.documentsMemory,
  )
}
