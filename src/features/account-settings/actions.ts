// Changes an account's settings, for everything from then on.

import {
  accountRef,
  assertFirstNumberFree,
  mergeProfile,
  type ProfilePatch,
} from '../../domain/account.ts'
import { dateIn, timeZoneNamed } from '../../domain/calendar.ts'
import { SWITCHED_EMAILS } from '../../domain/collection-mail.ts'
import { parseCountry } from '../../domain/countries.ts'
import { parseCurrency } from '../../domain/currencies.ts'
import { billingError } from '../../domain/errors.ts'
import type { GatewaySummary } from '../../domain/gateway.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { addressRegion } from '../../domain/regions.ts'
import { retryPlanFrom } from '../../domain/retry-plan.ts'
import type { TaxSettings } from '../../domain/tax/tax.ts'
import type { Answer, NamedRow } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { series } from '../invoices/series.ts'
import { type AccountPatch, accountJson } from './schemas.ts'
import { environmentSettings, events, type SettingsRow } from './store.ts'

export const updateAccount: Action<{ environment_id: number; patch: AccountPatch }> = {
  name: 'account.update',
  rows: ({ environment_id }) => [{ table: environmentSettings, id: environment_id }],
  decide(work, { patch }) {
    const before = ownSettings(work)
    assertTakes(patch, before)
    work.assertMatch(() => accountJson(before))
    const after = patched(before, patch)
    assertClosable(work, patch, after)
    const last = work.environment.counters.invoice_number as number
    assertFirstNumberFree(before.first_invoice_number, last, after.first_invoice_number)
    work.add(series.invoice, after.first_invoice_number - before.first_invoice_number)
    return changeSettings(work, before, after)
  },
}

export function ownSettings(work: Work): SettingsRow {
  return work.get(environmentSettings, work.environment.environment_id)
}

/** Throws if today would be in closed books, where nothing can be recorded. */
function assertClosable(
  work: Work,
  { books_closed_until: until }: AccountPatch,
  { time_zone }: SettingsRow,
): void {
  const today = dateIn(work.now, time_zone)
  if (!until || until < today) return
  throw billingError(
    'parameter_invalid',
    `books_closed_until must be before today, ${today} in ${time_zone}; ${until} is not. Books are closed once a period is over.`,
    { param: 'books_closed_until' },
  )
}

/** Throws on blank texts and on invalid email addresses or languages. */
function assertTakes(patch: AccountPatch, before: SettingsRow): void {
  const { name, language, email, reply_to, tax_numbers } = patch
  const { profile } = before
  assertNewTexts([
    { param: 'name', be: 'visible', text: name, stored: before.name },
    { param: 'language', be: 'language', text: language, stored: before.language },
    { param: 'email', be: 'email', text: email, stored: profile.email },
    { param: 'reply_to', be: 'email', text: reply_to, stored: profile.reply_to },
    ...(tax_numbers ?? []).flatMap((number, index) =>
      (['label', 'value'] as const).map((member) => ({
        param: `tax_numbers[${index}].${member}`,
        be: 'visible' as const,
        text: number[member],
        stored: profile.tax_numbers?.[index]?.[member],
      })),
    ),
  ])
}

function patched(before: SettingsRow, patch: AccountPatch): SettingsRow {
  const { name, default_currency, time_zone, language, payment_terms_days, ...rest } = patch
  const { reminder_days, first_invoice_number, country, color, incomplete_seller, ...more } = rest
  const {
    proration_unit,
    overpayment,
    void_invoices,
    apply_credit,
    retry_plan,
    emails_off,
    automatic_tax,
    tax_behavior,
    tax_address,
    tax_unknown_rate,
    tax_particulars,
    ...members
  } = more
  const profile: ProfilePatch = {
    ...members,
    ...(country !== undefined && { country: country ? parseCountry(country) : null }),
    ...(color !== undefined && { color: color ? color.toLowerCase() : null }),
    // Defaults are not stored.
    ...(incomplete_seller !== undefined && {
      incomplete_seller: incomplete_seller === 'refuse' ? incomplete_seller : null,
    }),
    ...(proration_unit !== undefined && {
      proration_unit: proration_unit === 'day' ? proration_unit : null,
    }),
    ...(overpayment !== undefined && {
      overpayment: overpayment === 'balance' ? overpayment : null,
    }),
    ...(void_invoices !== undefined && {
      void_invoices: void_invoices === 'forbid' ? void_invoices : null,
    }),
    ...(apply_credit !== undefined && {
      apply_credit: apply_credit === 'when_granted' ? apply_credit : null,
    }),
    ...(emails_off !== undefined && {
      emails_off: SWITCHED_EMAILS.filter((kind) => emails_off?.includes(kind)),
    }),
    ...(retry_plan !== undefined && { retry_plan: retry_plan && retryPlanFrom(retry_plan) }),
  }
  const after = mergeProfile(before.profile, profile)
  const state_province = addressRegion(patch, after, before.profile)
  return {
    ...before,
    name: name ?? before.name,
    default_currency: default_currency ? parseCurrency(default_currency) : before.default_currency,
    time_zone: time_zone ? timeZoneNamed(time_zone) : before.time_zone,
    language: language ?? before.language,
    payment_terms_days: payment_terms_days ?? before.payment_terms_days,
    first_invoice_number: first_invoice_number ?? before.first_invoice_number,
    reminder_days:
      reminder_days === undefined ? before.reminder_days : ascending(reminder_days ?? []),
    profile: mergeProfile(after, { state_province }),
    tax: without({
      ...before.tax,
      ...set('automatic', automatic_tax, true),
      ...set('behavior', tax_behavior, 'inclusive'),
      ...set('address', tax_address, 'refuse'),
      ...set('unknown_rate', tax_unknown_rate, 'refuse'),
      ...set('particulars', tax_particulars, 'refuse'),
    }),
  }
}

/** Stores a tax setting; defaults are not stored. */
const set = (name: keyof TaxSettings, sent: unknown, kept: unknown) =>
  sent === undefined ? {} : { [name]: sent === kept ? kept : undefined }

const without = (settings: TaxSettings): TaxSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))

/** The row that an action must name to change the rates and registrations in the settings. */
export const settingsRow = (environment_id: number): NamedRow => ({
  table: environmentSettings,
  id: environment_id,
})

/** The account's tax settings, as locked. */
export const taxSettings = (work: Work): TaxSettings => ownSettings(work).tax

/**
 * Saves the rates and registrations in the settings; later commands in the same batch use them. No event records this:
 * the events of the rates and registrations do.
 */
export function keepTax(work: Work, tax: TaxSettings): void {
  const before = ownSettings(work)
  work.alter({ tax: JSON.stringify(tax) })
  work.update(environmentSettings, { ...before, tax, version: before.version + 1 })
}

/** Saves the active gateways in the settings, as `keepTax` does the rates. */
export function keepGateways(work: Work, active_gateways: readonly GatewaySummary[]): void {
  const before = ownSettings(work)
  const text = JSON.stringify(active_gateways)
  if (JSON.stringify(before.active_gateways) === text) return
  work.alter({ active_gateways: text })
  work.update(environmentSettings, { ...before, active_gateways, version: before.version + 1 })
}

const ascending = (days: number[]) => [...new Set(days)].sort((a, b) => a - b)

/** Saves settings with their event; later commands in the same batch use them. */
export function changeSettings(work: Work, before: SettingsRow, changed: SettingsRow): Answer {
  if (accountJson(changed) === accountJson(before)) {
    return { json: accountJson(before), object_id: accountRef(before.account_id) }
  }
  const after = { ...changed, version: before.version + 1, updated_at: work.now }
  const { name, default_currency, payment_terms_days, time_zone, language } = after
  work.alter({
    account_name: name,
    default_currency,
    payment_terms_days,
    time_zone,
    language,
    reminder_days: after.reminder_days,
    profile: JSON.stringify(after.profile),
    tax: JSON.stringify(after.tax),
  })
  return work.change(
    events.updated,
    { id: accountRef(after.account_id) },
    {
      table: environmentSettings,
      before,
      after,
      present: accountJson,
    },
  )
}
