// The options of a change at once: the day from which it applies, another billing day, and the amounts to charge.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Subscription } from '../../api/types.ts'
import { useMessages } from '../../text/locale.tsx'
import { anchorOf, useBillingDays } from './billing-days.ts'
import { messages } from './now-messages.ts'
import { beginning } from './period.ts'

const CHARGES = ['prorate', 'next', 'none', 'full_difference'] as const
type Charge = (typeof CHARGES)[number]

interface Choice {
  since: string
  /** A day of the month, `last`, or a weekday; empty to keep the billing day. */
  day: string
  /** The charge, and when it is made. */
  charge: Charge
}

const DEFAULT: Choice = { since: '', day: '', charge: 'prorate' }

/** The choice, and the properties that it adds to the request. */
export function useNowChoice({ zone }: Pick<Subscription, 'zone'>) {
  const [choice, choose] = useState(DEFAULT)
  const { since, day, charge } = choice
  const sent = {
    at: since ? beginning(since, zone) : 'now',
    ...(day && { anchor: anchorOf(day) }),
    ...(charge === 'next' && { invoice: 'next' }),
    ...((charge === 'none' || charge === 'full_difference') && { proration: charge }),
  }
  return { choice, choose, sent, movesDay: day !== '' }
}

interface Props {
  subscription: Subscription
  choice: Choice
  choose(choice: Choice): void
}

export function NowOptions({ subscription, choice, choose }: Props) {
  const m = useMessages(messages)
  const days = useBillingDays(subscription.interval)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="date"
          label={m.since}
          description={m.sinceHint}
          value={choice.since}
          onChange={(event) => choose({ ...choice, since: event.currentTarget.value })}
        />
        <NativeSelect
          label={m.day}
          description={m.dayHint}
          value={choice.day}
          onChange={(event) => choose({ ...choice, day: event.currentTarget.value })}
          data={[{ value: '', label: m.sameDay }, ...days]}
        />
      </SimpleGrid>
      <NativeSelect
        label={m.charge}
        value={choice.charge}
        onChange={(event) => choose({ ...choice, charge: event.currentTarget.value as Charge })}
        data={CHARGES.map((value) => ({ value, label: m.charges[value] }))}
      />
    </>
  )
}
