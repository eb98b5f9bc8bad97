// Today's date for the account: in its time zone and, in test mode, by the test clock.
import { useRead } from './hooks.ts'
import { useMay, useTenant } from './tenant.ts'
import type { TestClock } from './types.ts'

/** As `YYYY-MM-DD`: undefined while it loads, empty if this user may not read it. */
export function useToday(): string | undefined {
  const { mode, settings } = useTenant()
  const mayRead = useMay('test_clock:read')
  const isTest = mode === 'test'
  const { data, error } = useRead<TestClock>('/test_clock', undefined, {
    enabled: isTest && mayRead,
  })
  if (!settings) return undefined
  if (!isTest) return dayIn(settings.time_zone, new Date())
  if (!mayRead || error) return ''
  return data && dayIn(settings.time_zone, new Date(data.now))
}

function dayIn(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant)
}
