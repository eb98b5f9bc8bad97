// Shows the progress of creating a demo: a bar on a terminal, else a line for each month.

import type { Watcher } from '../demo/live.ts'
import type { Context } from './context.ts'

const WIDTH = 30

export function progressOf(context: Context, deeds: number): Watcher & { end(): void } {
  const { redraw, note } = context
  let month = ''
  return {
    onDay(done, at) {
      const present = new Date(at).toISOString().slice(0, 7)
      const percent = Math.floor((done * 100) / deeds)
      if (redraw) {
        const filled = Math.floor((done * WIDTH) / deeds)
        const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
        return redraw(`${bar} ${String(percent).padStart(3)} %  ${present}`)
      }
      if (present !== month) note(`${present}: ${percent} % done.`)
      month = present
    },
    end() {
      redraw?.('')
    },
  }
}
