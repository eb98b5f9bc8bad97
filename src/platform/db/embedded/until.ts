// Waiting for something that announces itself only by being looked at.
import { setTimeout as pause } from 'node:timers/promises'

/** Looks every few milliseconds until the condition holds; false when the time is up. */
export async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > deadline) return false
    await pause(5)
  }
  return true
}
