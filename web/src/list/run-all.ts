// One action on many objects: a call for each, one after the other, as fast as the rate limit allows.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, type Call, send } from '../api/client.ts'
import { useTenant } from '../api/tenant.ts'

export interface Run<T> {
  state: 'idle' | 'running' | 'over'
  done: readonly T[]
  failed: readonly { item: T; error: ApiError }[]
  /** The objects not yet begun when the run was stopped. */
  left: readonly T[]
  of: number
}

const IDLE = { state: 'idle', done: [], failed: [], left: [], of: 0 } as const

/** True if the outcome is unknown; then the next attempt repeats the same action. */
const isOpen = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

export function useRunAll<T>(idOf: (item: T) => string, callOf: (item: T) => Call) {
  const { account, mode, surface } = useTenant()
  const client = useQueryClient()
  const [run, setRun] = useState<Run<T>>(IDLE)
  const stopped = useRef(false)
  // One idempotency key per object, kept until its outcome is known: no retry repeats an action.
  const keys = useRef(new Map<string, string>())

  const once = async (item: T): Promise<void> => {
    const id = idOf(item)
    const idempotencyKey = keys.current.get(id) ?? crypto.randomUUID()
    keys.current.set(id, idempotencyKey)
    for (;;) {
      try {
        await send(surface, { ...callOf(item), idempotencyKey })
        keys.current.delete(id)
        return
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!isOpen(error)) keys.current.delete(id)
        if (error.status !== 429 || stopped.current) throw error
        await pause(error.retryAfterSeconds ?? 1)
      }
    }
  }

  const start = async (items: readonly T[]): Promise<void> => {
    stopped.current = false
    let now: Run<T> = { ...IDLE, state: 'running', of: items.length, left: items }
    setRun(now)
    for (const item of items) {
      if (stopped.current) break
      try {
        await once(item)
        now = { ...now, done: [...now.done, item] }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        now = { ...now, failed: [...now.failed, { item, error }] }
      }
      now = { ...now, left: now.left.slice(1) }
      setRun(now)
    }
    setRun({ ...now, state: 'over' })
    await client.invalidateQueries({ queryKey: [account, mode] })
  }

  return {
    run,
    start,
    stop: () => {
      stopped.current = true
    },
    reset: () => setRun(IDLE),
  }
}
