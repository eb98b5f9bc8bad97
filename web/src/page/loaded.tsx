// Content that depends on one read: a placeholder while it loads, then the content or the error.
import { Group, Paper, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../text/locale.tsx'
import { sharedMessages } from '../text/messages.ts'
import { LoadFailed } from './page-states.tsx'

interface LoadedProps<T> {
  /** A read of one object or of pages. */
  query: { data: T | undefined; error: Error | null; refetch(): unknown }
  permission?: string
  children: (data: T) => ReactNode
}

/** A sheet of names and values, as most pages have one. */
const WIDTHS = ['40%', '28%', '34%', '22%', '46%', '30%']

export function Loaded<T>({ query, permission, children }: LoadedProps<T>) {
  const m = useMessages(sharedMessages)
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <LoadFailed error={error} retry={refetch} permission={permission} />
  return (
    <Stack aria-busy="true" aria-label={m.loading} role="status" data-state="loading">
      <Skeleton h={26} w="16rem" maw="60%" />
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Stack gap="sm">
          {WIDTHS.map((width) => (
            <Group key={width} gap="xl" wrap="nowrap">
              <Skeleton h={12} w="6rem" flex="none" />
              <Skeleton h={12} w={width} />
            </Group>
          ))}
        </Stack>
      </Paper>
    </Stack>
  )
}
