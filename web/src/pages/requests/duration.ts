// How long a request took, in the unit that is read at a glance.
import type { Format } from '../../text/format.ts'
import type { Like } from '../../text/locale.tsx'
import type { messages } from './messages.ts'

export function durationOf(ms: number, m: Like<typeof messages.en>, format: Format): string {
  return ms < 1_000 ? m.ms(format.number(ms)) : m.seconds(format.number(Math.trunc(ms / 10) / 100))
}
