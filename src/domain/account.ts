// An account's settings in one environment: what it bills with, and what its documents show.

import { billingError } from './errors.ts'
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
  /** Days from the due date, ascending, each once; negative ones before it. */
  reminder_days: number[]
  profile: Profile
  tax: TaxSettings
}

/** The highest first number: far below where provisional numbers begin, and room for as many more. */
export const FIRST_INVOICE_NUMBER_MOST = 99_999_999_999

export const accountRef = (accountId: number): string => `acct_${accountId}`

/**
 * Refuses with `first_invoice_number_taken` another first number once a number is taken; `last` is
 * the last number taken, or the one before the first.
 */
export function assertFirstNumberFree(first: number, last: number, wanted: number): void {
  if (wanted === first || last < first) return
  throw billingError(
    'first_invoice_number_taken',
    `The first invoice number cannot be changed to ${wanted}: invoice number ${last} is already finalized, and invoice numbers have no gaps.`,
    { param: 'first_invoice_number' },
  )
}

/** What a PATCH may say of a profile: null and "" clear. */
export type ProfilePatch = {
  [Name in keyof Omit<Profile, 'payment_instructions'>]?: Profile[Name] | null
} & { payment_instructions?: Record<string, string | null | undefined> | null }

/** Lays a patch over a profile. Texts by name, also those of payment; what is cleared is absent. */
export function mergeProfile(profile: Profile, patch: ProfilePatch): Profile {
  const { payment_instructions, ...members } = patch
  const merged = merge(profile, members)
  if (payment_instructions === undefined) return merged
  const before = payment_instructions === null ? {} : (profile.payment_instructions ?? {})
  return merge(merged, { payment_instructions: merge(before, payment_instructions ?? {}) })
}

function merge(before: object, patch: object): object {
  const merged = { ...before, ...patch }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => !isNone(value)))
}

function isNone(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
