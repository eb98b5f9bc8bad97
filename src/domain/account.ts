// An account's settings in one environment: billing defaults and the seller details that its documents show.

import { billingError } from './errors.ts'
import type { GatewaySummary } from './gateway.ts'
import type { Profile } from './snapshot.ts'
import type { TaxSettings } from './tax/tax.ts'

export interface AccountSettings {
  mode: 'test' | 'live'
  name: string
  default_currency: string
  payment_terms_days: number
  time_zone: string
  language: string
  first_invoice_number: number
  /** Days relative to the due date (negative: before it), ascending, without duplicates. */
  reminder_days: number[]
  profile: Profile
  tax: TaxSettings
  /** The active ones, oldest first. */
  active_gateways: readonly GatewaySummary[]
}

/** The highest allowed first number: far below the provisional numbers, with room for as many more. */
export const FIRST_INVOICE_NUMBER_MOST = 99_999_999_999

export const accountRef = (accountId: number): string => `acct_${accountId}`

/**
 * Throws `first_invoice_number_taken` if the first number changes after a number was used; `last` is the last used
 * number, or the one before the first.
 */
export function assertFirstNumberFree(first: number, last: number, wanted: number): void {
  if (wanted === first || last < first) return
  throw billingError(
    'first_invoice_number_taken',
    `The first invoice number cannot be changed to ${wanted}: invoice number ${last} is already finalized, and invoice numbers have no gaps.`,
    { param: 'first_invoice_number' },
  )
}

/** The profile fields of a PATCH: null and "" clear a field. */
export type ProfilePatch = {
  [Name in keyof Omit<Profile, 'payment_instructions'>]?: Profile[Name] | null
} & { payment_instructions?: Record<string, string | null | undefined> | null }

/** Applies a patch to a profile. Text fields, including those of payment, merge by name; cleared fields are absent. */
export function mergeProfile(profile: Profile, patch: ProfilePatch): Profile {
  const { payment_instructions, retry_plan = profile.retry_plan, ...members } = patch
  // A plan that is null is stored: it is not the default.
  const kept = retry_plan === undefined ? {} : { retry_plan }
  const merged = { ...merge(profile, members), ...kept }
  if (payment_instructions === undefined) return merged
  const before = payment_instructions === null ? {} : (profile.payment_instructions ?? {})
  const instructions = merge(before, payment_instructions ?? {})
  return { ...merge(merged, { payment_instructions: instructions }), ...kept }
}

function merge(before: object, patch: object): object {
  const merged = { ...before, ...patch }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => !isNone(value)))
}

function isNone(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
