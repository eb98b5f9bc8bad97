// What depends on one thing read: its content once it is there, until then a placeholder, or why not.
import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../text/locale.tsx'
import { sharedMessages } from '../text/messages.ts'
import { LoadFailed } from './page-states.tsx'

interface LoadedProps<T> {
  /** A read, of one thing or of pages. */
  query: { data: T | undefined; error: Error | null; refetch(): unknown }
  permission?: string
  children: (data: T) => ReactNode
}

export function Loaded<T>({ query, permission, children }: LoadedProps<T>) {
  const m = useMessages(sharedMessages)
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <LoadFailed error={error} retry={refetch} permission={permission} />
  return (
    <Stack aria-busy="true" aria-label={m.loading} role="status" data-state="loading">
      <Skeleton h={32} w="50%" />
      <Skeleton h={18} w="80%" />
      <Skeleton h={18} w="70%" />
      <Skeleton h={18} w="75%" />
    </Stack>
  )
}
