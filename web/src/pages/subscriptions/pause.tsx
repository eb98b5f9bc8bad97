// The actions that pause and resume a subscription, and move the end of its trial.
import { Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isCalendarDate } from '../../../../src/domain/calendar.ts'
import type { Subscription } from '../../api/types.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { CommandDialog } from './command.tsx'
import { messages } from './pause-messages.ts'
import { beginning } from './period.ts'

interface DialogProps {
  subscription: Subscription
  onClose: () => void
}

export function Pause({ subscription, onClose }: DialogProps) {
  const m = useMessages(messages)
  const { status, zone } = subscription
  const hasPeriod = status !== 'scheduled'
  const [at, setAt] = useState<'now' | 'period_end'>(hasPeriod ? 'period_end' : 'now')
  const [returns, setReturns] = useState(false)
  const [until, setUntil] = useState('')
  const canReturn = at === 'now' && (status === 'active' || status === 'past_due')
  return (
    <CommandDialog
      subscription={subscription}
      command="pause"
      title={m.pauseTitle}
      body={{
        at,
        ...(canReturn && returns && { credit_unused: true }),
        ...(until && { resume_at: beginning(until, zone) }),
      }}
      label={m.pause}
      done={at === 'now' && hasPeriod ? m.paused : m.planned}
      onClose={onClose}
    >
      {hasPeriod && (
        <SegmentedControl
          aria-label={m.when}
          value={at}
          onChange={(value) => setAt(value as typeof at)}
          data={[
            { value: 'period_end', label: status === 'trialing' ? m.trialEnd : m.periodEnd },
            { value: 'now', label: m.now },
          ]}
        />
      )}
      <Text size="sm">{hasPeriod ? m.pauseText : m.pauseStartText}</Text>
      {canReturn && (
        <Checkbox
          label={m.returns}
          description={m.returnsHint}
          checked={returns}
          onChange={(event) => setReturns(event.currentTarget.checked)}
        />
      )}
      <TextInput
        type="date"
        label={m.until}
        description={m.untilHint}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </CommandDialog>
  )
}

export function Resume({ subscription, onClose }: DialogProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { status, pause, current_period: period } = subscription
  const [anchor, setAnchor] = useState('keep')
  const isPaused = status === 'paused'
  return (
    <CommandDialog
      subscription={subscription}
      command="resume"
      title={isPaused ? m.resumeTitle : m.withdrawTitle}
      body={{ ...(anchor === 'reset' && { anchor }) }}
      label={isPaused ? m.resume : m.withdraw}
      done={isPaused ? m.resumed : m.withdrawn}
      onClose={onClose}
    >
      {isPaused && (
        <>
          <SegmentedControl
            aria-label={m.periods}
            value={anchor}
            onChange={setAnchor}
            data={[
              { value: 'keep', label: m.keep },
              { value: 'reset', label: m.reset },
            ]}
          />
          <Text size="sm">
            {anchor === 'reset'
              ? m.resetText
              : period && pause
                ? m.keepText(format.lastDay(period.end, subscription.zone))
                : m.keepTextUnbilled}
          </Text>
        </>
      )}
    </CommandDialog>
  )
}

export function MoveTrial({ subscription, onClose }: DialogProps) {
  const m = useMessages(messages)
  const { zone, status } = subscription
  const [when, setWhen] = useState<'later' | 'now'>('later')
  const [day, setDay] = useState('')
  return (
    <CommandDialog
      subscription={subscription}
      command="trial_end"
      title={m.trialTitle}
      body={{ trial_end: when === 'now' ? 'now' : beginning(day, zone) }}
      incomplete={when === 'later' && !isCalendarDate(day)}
      label={m.moveTrial}
      done={when === 'now' ? m.trialEnded : m.trialMoved}
      onClose={onClose}
    >
      {status === 'trialing' && (
        <SegmentedControl
          aria-label={m.when}
          value={when}
          onChange={(value) => setWhen(value as typeof when)}
          data={[
            { value: 'later', label: m.onDay },
            { value: 'now', label: m.now },
          ]}
        />
      )}
      <Text size="sm">{m.trialText}</Text>
      {when === 'later' && (
        <TextInput
          type="date"
          label={m.trialDay}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
    </CommandDialog>
  )
}
