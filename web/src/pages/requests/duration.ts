// The duration of a request, in a unit that is easy to read.
import type { Format } from '../../text/format.ts'
import type { Like } from '../../text/locale.tsx'
import type { messages } from './messages.ts'

export function durationOf(ms: number, m: Like<typeof messages.en>, format: Format): string {
  return ms < 1_000 ? m.ms(format.number(ms)) : m.seconds(format.number(Math.trunc(ms / 10) / 100))
}
