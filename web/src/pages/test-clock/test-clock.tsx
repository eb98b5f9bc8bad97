// The clock of a test environment: its time, advancing it, and what happened meanwhile.
import { Alert, Button, Group, Paper, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dateIn, instantOf, isCalendarDate } from '../../../../src/domain/calendar.ts'
import { useRead, useWrite } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { TestClock } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useErrorText } from '../../text/errors.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { Diary } from './diary.tsx'
import { messages } from './messages.ts'

export function TestClockPage() {
  const m = useMessages(messages)
  const { mode } = useTenant()
  const query = useRead<TestClock>('/test_clock', undefined, {
    enabled: mode === 'test',
    everyMs: 1_500,
  })
  return (
    <>
      <PageTitle actions={mode === 'test' && <Reset />}>{m.title}</PageTitle>
      <Text c="dimmed" size="sm" mb="md">
        {m.about}
      </Text>
      {mode === 'live' ? (
        <Alert variant="default">{m.live}</Alert>
      ) : (
        <Loaded query={query} permission="test_clock:read">
          {(clock) => <Shown clock={clock} />}
        </Loaded>
      )}
    </>
  )
}

function Shown({ clock }: { clock: TestClock }) {
  const m = useMessages(messages)
  const format = useFormat()
  const ready = clock.status === 'ready'
  return (
    <Stack>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Text size="sm" c="dimmed">
          {m.now}
        </Text>
        <Text fz="h3" fw={700} data-testid="clock" aria-live="polite">
          {format.zoned(clock.now)}
        </Text>
        {!ready && (
          <div role="status">
            <Text size="sm" mt="sm">
              {m.onItsWay(format.number(clock.percent))}
            </Text>
            <Progress value={clock.percent} aria-label={m.onItsWay(format.number(clock.percent))} />
          </div>
        )}
      </Paper>
      <Advance clock={clock} ready={ready} />
      {clock.events_after !== null && <Diary after={clock.events_after} done={ready} />}
    </Stack>
  )
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const

/** The same day this many months later, or the last day of that month. */
function later(from: string, months: number): string {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const wanted = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
  return wanted.toISOString().slice(0, 10)
}

function Advance({ clock, ready }: { clock: TestClock; ready: boolean }) {
  const m = useMessages(messages)
  const errorText = useErrorText()
  const write = useWrite<TestClock>()
  const [day, setDay] = useState('')
  const { timeZone } = useFormat()
  const today = dateIn(Date.parse(clock.now), timeZone)
  // A year being typed is at first one of long ago, which is not yet a valid date.
  const isDay = isCalendarDate(day)
  const noon = instantOf(isDay ? day : later(today, 1), 12, timeZone)
  const body = { to: new Date(noon).toISOString() }
  const call = { method: 'POST', path: '/test_clock/advance', body } as const
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isDay) write.mutate(call, { onSuccess: () => setDay('') })
      }}
    >
      <Group align="flex-start" gap="sm">
        <TextInput
          type="date"
          label={m.to}
          description={m.toAbout(timeZone)}
          value={day}
          min={today}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {(Object.keys(MONTHS) as (keyof typeof MONTHS)[]).map((jump) => (
          <Button
            key={jump}
            className="beside-field"
            variant="default"
            onClick={() => setDay(later(isDay ? day : today, MONTHS[jump]))}
          >
            {m.jumps[jump]}
          </Button>
        ))}
        <ActionButton
          permission="test_clock:write"
          type="submit"
          className="beside-field"
          loading={write.isPending || !ready}
          disabled={!isDay}
        >
          {m.advance}
        </ActionButton>
      </Group>
      {write.error && (
        <Alert color="red" role="alert" mt="sm">
          {errorText(write.error)}
        </Alert>
      )}
      <ApiCall call={call} />
    </form>
  )
}

function Reset() {
  const m = useMessages(messages)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ActionButton permission="test_clock:write" variant="default" onClick={() => setAsking(true)}>
        {m.reset}
      </ActionButton>
      <ActionDialog
        title={m.reset}
        call={asking ? { method: 'POST', path: '/test_clock/reset' } : undefined}
        label={m.reset}
        done={m.resetDone}
        danger
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{m.resetText}</Text>
      </ActionDialog>
    </>
  )
}
