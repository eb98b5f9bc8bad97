// The events of one object, or of a customer and everything that belongs to them, newest first.
import { Button, Stack, Text } from '@mantine/core'
import { useFeed } from '../api/hooks.ts'
import { listMessages } from '../list/messages.ts'
import { messages as eventMessages, eventText } from '../text/event-messages.ts'
import { useFormat } from '../text/format.ts'
import { defineMessages, useMessages } from '../text/locale.tsx'
import { ObjectLink, objectOf } from '../text/object-link.tsx'
import { useKnownProducts } from '../text/product-names.ts'
import { Loaded } from './loaded.tsx'
import { EventTimeline } from './timeline.tsx'

const messages = defineMessages({
  en: { label: 'What happened', nothing: 'No activity yet.' },
  fr: { label: 'Ce qui s’est passé', nothing: 'Aucune activité pour l’instant.' },
})

interface ObjectTimelineProps {
  /** Only the object, or a customer with their invoices, payments and credit. */
  of: { object_id: string } | { customer_id: string }
}

export function ObjectTimeline({ of }: ObjectTimelineProps) {
  const m = useMessages(messages)
  const { older } = useMessages(listMessages)
  const events = useMessages(eventMessages)
  const format = useFormat()
  const query = useFeed(of)
  const hasChanges = query.data?.pages.some(({ data }) =>
    data.some(({ type }) => type.startsWith('subscription.change_')),
  )
  const nameOf = useKnownProducts(hasChanges ?? false)
  const self = 'customer_id' in of ? of.customer_id : of.object_id
  return (
    <Loaded query={query} permission="events:read">
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) =>
          data.map(({ id, type, created_at, data: { object, previous_attributes } }) => {
            const about = objectOf(object)
            const recorded = { object, previous_attributes }
            const text = eventText(events, format, type, recorded, nameOf)
            // Events about another object link to it.
            const more = about.id !== self && <ObjectLink {...about} />
            return { id, at: created_at, text, more }
          }),
        )
        if (entries.length === 0) return <Text c="dimmed">{m.nothing}</Text>
        return (
          <Stack align="flex-start">
            <EventTimeline label={m.label} entries={entries} />
            {query.hasNextPage && (
              <Button
                variant="default"
                size="xs"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {older}
              </Button>
            )}
          </Stack>
        )
      }}
    </Loaded>
  )
}
