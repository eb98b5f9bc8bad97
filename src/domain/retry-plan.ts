// Retry plans: when an invoice that could not be charged is tried again, and what happens after the last attempt.

import { dateIn, findDate, instantAt, localAt } from './calendar.ts'
import { billingError } from './errors.ts'

export const PLAN_ENDS = ['past_due', 'cancel', 'pause', 'write_off'] as const
export type PlanEnd = (typeof PLAN_ENDS)[number]

export interface RetryPlan {
  /** Days after the first failure, ascending. */
  days: readonly number[]
  /** The hour of the attempts; null for the time of day of the first failure. */
  at_hour: number | null
  end: PlanEnd
}

const DEFAULT_RETRY_PLAN: RetryPlan = { days: [1, 3, 5, 7], at_hour: null, end: 'past_due' }

const DAY_MAX = 60
const DAYS_MOST = 10

/** The plan of an account; null if nothing is tried again. */
export const retryPlanOf = ({ retry_plan }: { retry_plan?: RetryPlan | null }): RetryPlan | null =>
  retry_plan === undefined ? DEFAULT_RETRY_PLAN : retry_plan

/** A plan as it is stored. Throws `retry_plan_invalid` unless its days can be planned. */
export function retryPlanFrom({
  days,
  at_hour = null,
  end = 'past_due',
}: Pick<RetryPlan, 'days'> & Partial<RetryPlan>): RetryPlan {
  const isAscending = days.every((day, index) => day > (days[index - 1] ?? 0))
  const isShort = days.length > 0 && days.length <= DAYS_MOST
  if (!isShort || !isAscending || days.some((day) => day > DAY_MAX)) {
    throw billingError(
      'retry_plan_invalid',
      `The days of a retry plan are 1 to ${DAYS_MOST} whole numbers between 1 and ${DAY_MAX}, ascending and each once, such as [1, 3, 5, 7]; [${days.join(', ')}] are not. Send retry_plan: null for no retries.`,
      { param: 'retry_plan.days' },
    )
  }
  return { days, at_hour, end }
}

/** The instants of the attempts after a first failure, ascending. */
export function retriesAfter(
  { days, at_hour }: Pick<RetryPlan, 'days' | 'at_hour'>,
  failed_at: number,
  timeZone: string,
): number[] {
  const today = dateIn(failed_at, timeZone)
  const second = at_hour === null ? localAt(failed_at, timeZone).second : at_hour * 3_600
  return days
    .map((day) => findDate(today, day))
    .filter((date) => date !== undefined)
    .map((date) => instantAt(date, second, timeZone))
}

/** An unpaid invoice as its plan finds it. */
export interface Planned {
  payment_failed_at: number | null
  retry_at: number | null
  retry_ended_at: number | null
}

interface Ahead {
  /** When it is tried again, as far as that is known. */
  steps: number[]
  /** When the plan ends, unless a payment in progress decides; null if unknown or ended. */
  ends_at: number | null
}

/** The steps that follow. After `since`, the last attempt, if the next step waits for that. */
export function stepsAhead(
  { payment_failed_at, retry_at, retry_ended_at }: Planned,
  { plan, since, timeZone }: { plan: RetryPlan | null; since: number; timeZone: string },
): Ahead {
  if (payment_failed_at === null || retry_ended_at !== null) return { steps: [], ends_at: null }
  if (plan === null) return { steps: [], ends_at: retry_at }
  const later = retriesAfter(plan, payment_failed_at, timeZone).filter(
    (at) => at > (retry_at ?? since),
  )
  const steps = retry_at === null ? later : [retry_at, ...later]
  return { steps, ends_at: steps.at(-1) ?? null }
}
