// What is told of a turn with something held beside the turn without it.

import type { HeldRequest, Sample } from './held-load.ts'
import { percentile } from './stats.ts'

interface Span {
  from: number
  to: number
}

export interface Turn {
  name: string
  without: Span
  held: Span
  /** The address whose own clients are left out. */
  except?: number
}

export const HEAD =
  '| held | others | p50 without → with | p99 without → with | longest | 503 | no answer |\n|---|---|---|---|---|---|---|'

const during = (samples: Sample[], { from, to }: Span, except?: number) =>
  samples.filter(({ due, url }) => due >= from && due < to && url !== except)

const percentiles = (samples: Sample[], share: number) =>
  percentile(
    samples.map(({ due, ended }) => ended - due).sort((a, b) => a - b),
    share,
  )

const count = (samples: Sample[], status: number) =>
  samples.filter((each) => each.status === status).length

export function othersLine(turn: Turn, samples: Sample[], requests: HeldRequest[]): string {
  const of = (isRead: boolean) =>
    samples.filter((each) => (requests[each.request]?.method === 'GET') === isRead)
  return [false, true]
    .map((isRead) => {
      const before = during(of(isRead), turn.without, turn.except)
      const held = during(of(isRead), turn.held, turn.except)
      const pair = (share: number) => {
        const [a, b] = [percentiles(before, share), percentiles(held, share)]
        return `${a.toFixed(1)} → ${b.toFixed(1)} (${(b / a).toFixed(1)} ×)`
      }
      const both = (status: number) => `${count(before, status)} → ${count(held, status)}`
      const longest = `${percentiles(before, 1).toFixed(0)} → ${percentiles(held, 1).toFixed(0)}`
      return `| ${turn.name} | ${isRead ? 'read' : 'write'} (${held.length}) | ${pair(0.5)} | ${pair(0.99)} | ${longest} | ${both(503)} | ${both(0)} |`
    })
    .join('\n')
}

/** How the busy tenant was answered, and how soon after the end it was answered with success again. */
export function busyLine(turn: Turn, samples: Sample[], what: string): string {
  const told = (span: Span) => {
    const all = during(samples, span, turn.except)
    const statuses = Map.groupBy(all, ({ status }) => status)
    const counts = [...statuses].map(([status, { length }]) => `${length} × ${status}`)
    const refused = all.filter(({ status }) => status === 503 || status === 409)
    const times = refused.map(({ sent, ended }) => ended - sent).sort((a, b) => a - b)
    const longest =
      times.length > 0
        ? ` (refused after ${percentile(times, 0.5).toFixed(0)}, at most ${percentile(times, 1).toFixed(0)})`
        : ''
    return `${counts.join(', ') || 'nothing'}${longest}`
  }
  const since = samples
    .filter(({ status, ended }) => status > 0 && status < 300 && ended >= turn.held.to)
    .reduce((first, { ended }) => Math.min(first, ended - turn.held.to), Number.POSITIVE_INFINITY)
  return `- ${turn.name}, ${what}: without ${told(turn.without)}; with ${told(turn.held)}${Number.isFinite(since) ? `; first success ${since.toFixed(0)} ms after its end` : ''}`
}
