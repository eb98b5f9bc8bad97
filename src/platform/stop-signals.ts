// When to stop: a signal, or the end of the launcher that started this process.

/**
 * Calls `stop` once, with the reason. Signals that follow are heard and change nothing: Ctrl-C
 * reaches this process from the terminal, from npm and from the launcher, and must not cut its
 * shutdown short. The caller bounds how long that takes.
 */
export function onStopSignal(stop: (reason: string) => void): void {
  let told = false
  const tell = (reason: string) => {
    if (told) return
    told = true
    stop(reason)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => tell(name))
  process.once('disconnect', () => tell('the end of the launcher'))
  process.channel?.unref() // waiting for that alone keeps nothing running
}
