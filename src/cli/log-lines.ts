// Formats the log for a terminal: one short line per entry instead of JSON.

import type { DestinationStream } from 'pino'

interface Entry {
  time: string
  level: string
  msg?: string
  method?: string
  route?: string
  status?: number
  ms?: number
  request_id?: string
  err?: { message?: string; stack?: string }
}

/** Converts the log's JSON to readable lines, with times in the local time zone. */
export function readableLog(write: (line: string) => void): DestinationStream {
  return { write: (json: string) => write(readable(JSON.parse(json) as Entry)) }
}

function readable(entry: Entry): string {
  const { method, route, status, ms, level, msg = '', err, request_id } = entry
  const time = new Date(entry.time).toTimeString().slice(0, 8)
  if (msg === 'request') return `${time} ${method} ${route} ${status} ${ms} ms`
  const word = level === 'info' ? '' : `${level.toUpperCase()} `
  const about = request_id ? ` (${request_id})` : ''
  const detail = level === 'warn' ? err?.message : (err?.stack ?? err?.message)
  return `${time} ${word}${msg}${about}${detail ? `: ${detail}` : ''}`
}
