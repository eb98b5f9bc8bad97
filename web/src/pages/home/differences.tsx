// Payments that differ from their gateways, among what needs attention.
import { Group, Text } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Reconciliation } from '../../api/types.ts'
import { PageLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/** The number of open differences. */
export function useDifferences(): number {
  const options = { enabled: useMay('payments:read'), everyMs: 60_000 }
  return useRead<Reconciliation>('/reconciliation', {}, options).data?.open_differences ?? 0
}

export function Differences({ count }: { count: number }) {
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <li data-concern="reconciliation">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={600}>
          {m.differences(format.number(count), count === 1)}
        </Text>
        <PageLink
          to="reconciliation"
          search={{ status: 'open' }}
          size="sm"
          style={{ whiteSpace: 'nowrap' }}
        >
          {m.showAll}
        </PageLink>
      </Group>
    </li>
  )
}
