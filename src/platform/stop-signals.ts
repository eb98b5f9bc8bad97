// When to stop: on a signal, or when the launcher that started this process ends.

/** A signal within this time is the same one, delivered another way. */
const SAME_MS = 1_000

/**
 * Calls `stop` once, with the reason. Ctrl-C reaches this process from the terminal, from npm and from the launcher,
 * and must not cut its shutdown short. A later signal is a deliberate second one. The caller bounds how long the
 * shutdown takes.
 */
export function onStopSignal(stop: (reason: string) => void, insist?: () => void): void {
  let stoppedMs: number | undefined
  const onSignal = (reason: string) => {
    if (stoppedMs !== undefined) {
      if (performance.now() - stoppedMs > SAME_MS) insist?.()
      return
    }
    stoppedMs = performance.now()
    stop(reason)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => onSignal(name))
  process.once('disconnect', () => onSignal('the end of the launcher'))
  process.channel?.unref() // waiting for the launcher does not keep the process running
}
