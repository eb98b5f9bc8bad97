// Waits for a condition by polling.
import { setTimeout as pause } from 'node:timers/promises'

/** Polls every few milliseconds until the condition holds; returns false on timeout. */
export async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > deadline) return false
    await pause(5)
  }
  return true
}
