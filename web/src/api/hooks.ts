// Hooks to read and write: reads are shared and kept fresh, writes take effect once.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, type Call, type Query, send } from './client.ts'
import { useTenant } from './tenant.ts'
import type { Event, List, Session } from './types.ts'

/** The signed-in user's session, or an ApiError with status 401. */
export function useSession() {
  return useQuery<Session, ApiError>({
    queryKey: ['session'],
    queryFn: async ({ signal }) =>
      (await send<Session>('/session/v1', { method: 'GET', path: '/sessions/current', signal }))
        .body,
    staleTime: 60_000,
    retry: (count, error) => error.status === 0 && count < 2,
  })
}

interface ReadOptions {
  /** False while the request is not known yet. */
  enabled?: boolean
  everyMs?: number
}

/** Reads `/customers/cus_1001`, or any other GET of the API. */
export function useRead<T>(path: string, query?: Query, options: ReadOptions = {}) {
  const { account, mode, surface } = useTenant()
  return useQuery<T, ApiError>({
    queryKey: [account, mode, path, query ?? {}],
    queryFn: async ({ signal }) =>
      (await send<T>(surface, { method: 'GET', path, query, signal })).body,
    enabled: options.enabled ?? true,
    ...(options.everyMs && { refetchInterval: options.everyMs }),
  })
}

/** Reads a page of a list; keeps the previous page while the next one loads. */
export function useList<T>(path: string, query: Query, options: ReadOptions = {}) {
  const { account, mode, surface } = useTenant()
  return useQuery<List<T>, ApiError>({
    queryKey: [account, mode, path, query],
    queryFn: async ({ signal }) =>
      (await send<List<T>>(surface, { method: 'GET', path, query, signal })).body,
    enabled: options.enabled ?? true,
    ...(options.everyMs && { refetchInterval: options.everyMs }),
    placeholderData: keepPreviousData,
  })
}

/** Reads events backwards from now, a page at a time. */
export function useFeed(filter: Query) {
  const { account, mode, surface } = useTenant()
  return useInfiniteQuery({
    queryKey: [account, mode, '/events', 'backwards', filter],
    queryFn: async ({ signal, pageParam: before }) => {
      const query = { ...filter, before, limit: 50 }
      return (await send<List<Event>>(surface, { method: 'GET', path: '/events', query, signal }))
        .body
    },
    initialPageParam: Number.MAX_SAFE_INTEGER,
    getNextPageParam: ({ has_more, data }) => (has_more ? data.at(-1)?.sequence : undefined),
  })
}

export type Write = Omit<Call, 'signal' | 'idempotencyKey'>

/**
 * Writes. The idempotency key is kept until the server has given a final response: pressing the
 * button again after a lost response repeats the same action. Afterwards everything shown of this
 * account is read again; with `gone`, all but the object itself, which no longer exists.
 */
export function useWrite<T>({ gone = false }: { gone?: boolean } = {}) {
  const { account, mode, surface } = useTenant()
  const client = useQueryClient()
  const open = useRef<{ action: string; key: string } | undefined>(undefined)
  return useMutation<T, ApiError, Write>({
    mutationFn: async (write) => {
      const action = JSON.stringify(write)
      if (open.current?.action !== action) open.current = { action, key: crypto.randomUUID() }
      const { body } = await send<T>(surface, { ...write, idempotencyKey: open.current.key })
      open.current = undefined
      return body
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        open.current = undefined
      }
    },
    onSuccess: (_, write) =>
      client.invalidateQueries({
        queryKey: [account, mode],
        predicate: ({ queryKey }) => !(gone && `${queryKey[2]}/`.startsWith(`${write.path}/`)),
      }),
  })
}
