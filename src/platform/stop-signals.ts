// When to stop: a signal, or the end of the launcher that started this process.

/** A signal so soon after the first is the same one, come by another way. */
const SAME_MS = 1_000

/**
 * Calls `stop` once, with the reason. Ctrl-C reaches this process from the terminal, from npm and from the
 * launcher, and must not cut its shutdown short; a signal that comes later is another one, of somebody who
 * insists. The caller bounds how long the shutdown takes.
 */
export function onStopSignal(stop: (reason: string) => void, insist?: () => void): void {
  let toldMs: number | undefined
  const tell = (reason: string) => {
    if (toldMs !== undefined) {
      if (performance.now() - toldMs > SAME_MS) insist?.()
      return
    }
    toldMs = performance.now()
    stop(reason)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => tell(name))
  process.once('disconnect', () => tell('the end of the launcher'))
  process.channel?.unref() // waiting for that alone keeps nothing running
}
