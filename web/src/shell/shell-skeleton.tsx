// Placeholder for header, menu and page while the session loads.
import { Group, Skeleton, Stack } from '@mantine/core'
import { Logo } from './logo.tsx'

const ENTRIES = ['55%', '70%', '60%', '64%', '72%', '50%', '66%', '58%', '62%', '68%']

export function ShellSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={label}>
      <div className="shell-skeleton-head">
        <Logo />
        <Group gap="xs">
          <Skeleton h={28} w={120} visibleFrom="xs" />
          <Skeleton h={28} w={28} circle />
        </Group>
      </div>
      <div className="shell-skeleton-body">
        <Stack className="shell-skeleton-menu" gap="md" visibleFrom="md">
          {ENTRIES.map((width) => (
            <Skeleton key={width} h={14} w={width} />
          ))}
        </Stack>
        <Stack flex={1} p={{ base: 'sm', sm: 'lg' }} gap="lg">
          <Skeleton h={28} w={220} />
          <Skeleton h={280} radius="md" />
        </Stack>
      </div>
    </div>
  )
}
