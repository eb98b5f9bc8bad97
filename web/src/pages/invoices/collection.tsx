// What follows after a failed automatic payment: when it is tried again, and what happens at the end.
import { Box, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Invoice, InvoiceCollection } from '../../api/types.ts'
import { EventTimeline, type TimelineEntry } from '../../page/timeline.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { collectionMessages } from './collection-messages.ts'

/** The collection of an unpaid invoice; undefined if no automatic payment failed, or the user cannot read it. */
function useCollection({ id, status }: Invoice): InvoiceCollection | undefined {
  const enabled = useMay('payments:read') && (status === 'posted' || status === 'overdue')
  const { data } = useRead<InvoiceCollection>(`/invoices/${id}/collection`, {}, { enabled })
  return enabled && data?.status !== 'none' ? data : undefined
}

/** A few sentences under the status of the invoice. */
export function CollectionText({ invoice }: { invoice: Invoice }) {
  const m = useMessages(collectionMessages)
  const format = useFormat()
  const found = useCollection(invoice)
  if (!found?.failed_at) return null
  const { steps, ends, ended_at, failed_at } = found
  const [next, ...later] = steps
  const sentences =
    ended_at !== null
      ? [m.failed(format.day(failed_at)), ended_at > failed_at && m.ended(format.day(ended_at))]
      : [
          m.failed(format.day(failed_at)),
          next ? m.next(format.day(next.at)) : m.waits,
          later.length > 0 && m.later(later.map(({ at }) => format.day(at)).join(', ')),
          next?.charges === false && m.noMethod,
          ends?.at && m.ends[ends.how as keyof typeof m.ends](format.day(ends.at)),
        ]
  return (
    <Text size="sm" mt="xs">
      {sentences.filter(Boolean).join(' ')}
    </Text>
  )
}

/** The planned steps, below the timeline. */
export function PlannedSteps({ invoice }: { invoice: Invoice }) {
  const m = useMessages(collectionMessages)
  const format = useFormat()
  const { steps = [], ends } = useCollection(invoice) ?? {}
  if (steps.length === 0) return null
  const entries = steps.map(({ at, charges }): TimelineEntry => {
    return { id: at, at, text: charges ? m.step : m.noCharge }
  })
  const end: TimelineEntry[] =
    ends?.at && ends.how !== 'past_due'
      ? [
          {
            id: 'end',
            at: ends.at,
            text: m.ends[ends.how as keyof typeof m.ends](format.day(ends.at)),
          },
        ]
      : []
  return (
    <Box mb="lg">
      <Title order={3} size="h5" mb="xs">
        {m.planned}
      </Title>
      <EventTimeline label={m.planned} entries={[...entries, ...end].toReversed()} />
    </Box>
  )
}
