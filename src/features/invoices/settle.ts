// Computes the current figures of an invoice, with the taxes of its customer's place and its discounts.

import { dateIn } from '../../domain/calendar.ts'
import {
  appliesTo,
  endOf,
  type HeldDiscount,
  redeemedFrom,
  restored,
  usedIn,
} from '../../domain/coupon.ts'
import { billingError } from '../../domain/errors.ts'
import { type LineInput, periodStart } from '../../domain/invoice-lines.ts'
import type { AppliedDiscount, Discount, DiscountSource } from '../../domain/parts.ts'
import { assertComplete, missingOf } from '../../domain/seller.ts'
import { type Settled, settle } from '../../domain/settle.ts'
import { readProfile } from '../../domain/snapshot.ts'
import type { BillingReason } from '../../domain/subscription-state.ts'
import { assertParticulars, particularsMissing } from '../../domain/tax/particulars.ts'
import { type TaxWarning, taxPlan } from '../../domain/tax/plan.ts'
import { isTaxed, readTaxSettings } from '../../domain/tax/settings.ts'
import type { LineTaxing, TaxSettings } from '../../domain/tax/tax.ts'
import { unusedTaxIds, unusedText } from '../../domain/tax/union-numbers.ts'
import type { Work } from '../accounts/store.ts'
import { aboutCustomer, presentCustomer } from '../customers/actions.ts'
import { events as customerEvents } from '../customers/record.ts'
import { type Customer, customers } from '../customers/store.ts'
import type { Terms } from '../promotion-codes/redeem.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events as subscriptionEvents } from '../subscriptions/record.ts'
import { subscriptions } from '../subscriptions/store.ts'

/** The customer, currency, lines and discounts of an invoice. */
export interface Billed {
  customer: Customer
  currency: string
  lines: readonly LineInput[]
  /** The invoice's own discounts only. */
  discounts: readonly Discount[]
  /** The subscription that it bills, and when it was scheduled. */
  subscription_id?: string | null | undefined
  scheduled_for?: number | null | undefined
  /** For a change within a period: the discounts of that period. */
  carried?: Carried | undefined
}

/** The discounts of a period that was billed before. */
export interface Carried {
  /** By their IDs, with the amounts given back. */
  amounts: ReadonlyMap<string, number>
  /** The beginning of another period that is billed as well, with discounts of its own. */
  until?: number | undefined
}

/** Everything that determines the figures of an invoice. */
export interface Settling {
  discounts: Discount[]
  taxing: LineTaxing[]
}

/** A draft reports nothing; a preview returns as warnings what finalizing would warn about or refuse. */
export type Stage = 'draft' | 'preview' | 'finalize'

/** Current discounts and taxes of an invoice. */
export function settlingOf(work: Work, billed: Billed, stage: Stage): Settling {
  const { customer, lines, discounts } = billed
  return {
    discounts: [...discountsOf(work, billed), ...discounts],
    taxing: taxingOf(work, customer, lines, stage),
  }
}

/** The discounts of the subscription and the customer that apply to an invoice finalized now, as invoices store them. */
function discountsOf(work: Work, billed: Billed): Discount[] {
  const { customer, subscription_id, lines, carried } = billed
  const subscription = subscription_id ? work.get(subscriptions, subscription_id) : undefined
  if (!customer.discounts && !subscription?.discounts) return []
  const { now, environment } = work
  const scheduled_for = billed.scheduled_for ?? now
  const zone = environment.time_zone
  // A change of the account's time zone does not move the days of a subscription.
  const days = subscription?.zone ?? zone
  const begins = (line: LineInput) => periodStart(line) ?? now
  /** The day of redemption, if lines in arrears have periods that began before. */
  const startsAt = (held: HeldDiscount): number | undefined => {
    const day = redeemedFrom(held, days)
    const isBefore = (line: LineInput) =>
      (line.period_end ?? scheduled_for + 1) <= scheduled_for && begins(line) < day
    return lines.some((line) => line.subscription_item_id && isBefore(line)) ? day : undefined
  }
  const timeOf = (periods: number[], each: HeldDiscount, isFirst: boolean) => ({
    ...{ periods, days },
    scheduled_for: isFirst ? each.created_at : scheduled_for,
  })
  /** True if it applies to a period that is billed in addition to the one of a change. */
  const isFresh = (each: HeldDiscount, isFirst: boolean): boolean => {
    const until = carried?.until
    if (until === undefined) return false
    const periods = lines.map(begins).filter((start) => start >= until)
    return periods.length > 0 && appliesTo(each, timeOf(periods, each, isFirst), zone)
  }
  const applying = (held: HeldDiscount[] | null | undefined, source: DiscountSource, since = 0) =>
    (held ?? [])
      .map((each) => {
        // A discount granted at creation applies from the first period, even if that began earlier.
        const isFirst = each.created_at <= since
        const starts_at = isFirst ? undefined : startsAt(each)
        return { each, isFirst, starts_at }
      })
      .filter(({ each, isFirst, starts_at = 0 }) => {
        const periods = lines.map(begins).filter((start) => start >= starts_at)
        if (periods.length === 0) return false
        if (carried && each.duration === 'once') {
          return carried.amounts.has(each.id) || isFresh(each, isFirst)
        }
        return appliesTo(each, timeOf(periods, each, isFirst), zone)
      })
      .flatMap(({ each, isFirst, starts_at }) => {
        const isGranted = isFresh(each, isFirst)
        const granted = carried ? withCarried(each, carried.amounts, isGranted) : [each]
        const start = starts_at !== undefined && { starts_at }
        // A discount that was used up applies only to the period that used it.
        const isUsedUp = each.duration === 'once' && carried?.until !== undefined && !isGranted
        const end = isUsedUp ? carried.until : endOf(each, zone)
        return granted.map((held) => ({ ...onInvoice(held, source, end), ...start }))
      })
  return [
    ...applying(subscription?.discounts, 'subscription', subscription?.created_at),
    ...applying(customer.discounts, 'customer'),
  ]
}

/** A discount on an invoice of a change: a fixed amount as far as it was given back, and in full if another period grants it. */
function withCarried(
  discount: HeldDiscount,
  amounts: ReadonlyMap<string, number>,
  isGranted: boolean,
): HeldDiscount[] {
  const { id, amount_off } = discount
  if (amount_off === undefined) return [discount]
  const left = Math.min(amount_off, amounts.get(id) ?? 0) + (isGranted ? amount_off : 0)
  return left > 0 ? [{ ...discount, amount_off: left }] : []
}

/** The month of an invoice finalized now, such as 2026-12. */
const monthOf = ({ now, environment }: Work): string =>
  dateIn(now, environment.time_zone).slice(0, 'YYYY-MM'.length)

/** A discount as an invoice stores it; its duration stays with its holder, and on a single invoice does not matter. */
export function onInvoice(
  terms: Terms & Partial<HeldDiscount>,
  source: Discount['source'],
  ends_at?: number,
): Discount {
  const {
    duration: _,
    duration_months: __,
    months_used: ___,
    last_month: ____,
    ends_at: _____,
    ...discount
  } = terms
  return { ...discount, ...(ends_at !== undefined && { ends_at }), source }
}

/** Marks the `once` discounts of the subscription and the customer as used if they reduced an invoice. */
export function noteDiscounts(work: Work, invoiced: Invoiced): void {
  const month = monthOf(work)
  changeDiscounts(work, invoiced, (each) => usedIn(each, month))
}

/** Gives back the `once` discounts that a voided invoice used up. An invoice of a change uses up none. */
export function restoreDiscounts(
  work: Work,
  invoiced: Invoiced & { billing_reason: BillingReason },
): void {
  if (invoiced.billing_reason !== 'change') changeDiscounts(work, invoiced, restored)
}

/** Changes those discounts of the subscription and the customer that reduced an invoice. */
function changeDiscounts(
  work: Work,
  { customer_id, subscription_id, discounts: applied }: Invoiced,
  change: (discount: HeldDiscount) => HeldDiscount,
): void {
  /** The discounts of a holder with the changes; undefined if nothing changes. */
  const changed = (source: DiscountSource, held: () => HeldDiscount[] | null) => {
    const taken = (applied ?? []).filter((each) => each.source === source && each.amount > 0)
    if (taken.length === 0) return undefined
    const ids = new Set(taken.map(({ id }) => id))
    const before = held() ?? []
    const after = before.map((each) => (ids.has(each.id) ? change(each) : each))
    return after.every((each, at) => each === before[at]) ? undefined : after
  }
  if (subscription_id) {
    const held = () => work.get(subscriptions, subscription_id).discounts
    const discounts = changed('subscription', held)
    if (discounts) {
      const before = work.get(subscriptions, subscription_id)
      changeSubscription(work, subscriptionEvents.updated, before, { ...before, discounts })
    }
  }
  const discounts = changed('customer', () => work.get(customers, customer_id).discounts)
  if (!discounts) return
  const before = work.get(customers, customer_id)
  const after: Customer = { ...before, discounts, updated_at: work.now }
  const present = (customer: Customer) => presentCustomer(work, customer)
  const update = { table: customers, before, after, present }
  work.change(customerEvents.updated, aboutCustomer(before), update)
}

interface Invoiced {
  customer_id: number
  subscription_id: string | null
  discounts: readonly AppliedDiscount[] | null
}

/** Current figures of a draft. */
export function settleDraft(work: Work, billed: Billed): Settled {
  const { currency, lines } = billed
  return settle({ currency, lines, ...settlingOf(work, billed, 'draft') })
}

function taxingOf(
  work: Work,
  customer: Customer,
  lines: readonly LineInput[],
  stage: Stage,
): LineTaxing[] {
  const settings = readTaxSettings(work.environment.tax)
  if (!isTaxed(settings, lines)) return []
  const { country = '', state_province = '' } = readProfile(work.environment.profile)
  const date = dateIn(work.now, work.environment.time_zone)
  const about = { settings, seller: { country, state_province }, customer, date }
  // Lines of the same kind share one plan.
  const plans = new Map<string, LineTaxing>()
  const warned = new Set<string>()
  return lines.map(({ taxing }, index) => {
    const line = taxing ?? {}
    const kind = JSON.stringify(line)
    const known = plans.get(kind)
    if (known) return known
    const { warning, ...planned } = taxPlan({ ...about, line, draft: stage !== 'finalize' })
    if (warning && stage !== 'draft' && !warned.has(warning)) {
      warned.add(warning)
      judge(work, { settings, customer, code: warning, line: index + 1, stage })
    }
    plans.set(kind, planned)
    return planned
  })
}

const LACKS = {
  tax_address_missing: {
    refused: 'address',
    param: 'customer_id',
    message:
      'The address of the customer does not determine its taxes. Add a country to the customer, with the province in Canada or the state in the United States.',
  },
  tax_rate_unknown: {
    refused: 'unknown_rate',
    param: null,
    message:
      'You are registered where the customer is, but there is no tax rate for it on this day. Create one with POST /v1/tax_rates; for an area with its own rates (Madeira, the Azores, Jungholz, Mittelberg), with a postal_prefix.',
  },
} as const

interface Lacking {
  settings: TaxSettings
  customer: Customer
  code: TaxWarning
  line: number
  stage: Stage
}

/** Adds a warning, or refuses to finalize if the account settings say so. */
function judge(work: Work, { settings, customer, code, line, stage }: Lacking): void {
  if (code === 'tax_id_not_counted') {
    const { country, tax_ids } = customer
    const unused = unusedTaxIds({ country, tax_ids: tax_ids ?? [] })
    if (unused) work.warnings.push({ code, param: 'customer_id', message: unusedText(unused) })
    return
  }
  const { refused, param, message } = LACKS[code]
  if (stage === 'finalize' && settings[refused] === 'refuse') {
    throw billingError(code, message, { param })
  }
  // A warning about an address concerns the whole document, not a line.
  work.warnings.push({ code, ...(param === null && { line }), param, message })
}

/** Warns about missing seller details, or refuses if the account settings say so. */
export function judgeSeller({ environment, warnings }: Work, stage: Stage): void {
  const { account_name: name, mode, has_mail_server } = environment
  const profile = readProfile(environment.profile)
  const missing = missingOf({ mode, name, profile, has_mail_server })
  if (stage === 'finalize' && profile.incomplete_seller === 'refuse') assertComplete(missing)
  warnings.push(...missing)
}

/**
 * Warns about particulars that the law requires of a document with these taxes, or refuses if the account settings say
 * so.
 */
export function judgeParticulars(
  work: Work,
  { customer, currency }: Pick<Billed, 'customer' | 'currency'>,
  { total, taxes }: Pick<Settled, 'total' | 'taxes'>,
  stage: Stage,
): void {
  if (!taxes) return
  const seller = readProfile(work.environment.profile)
  const missing = particularsMissing({ currency, total, taxes, seller, customer })
  const { particulars } = readTaxSettings(work.environment.tax)
  if (stage === 'finalize' && particulars === 'refuse') assertParticulars(missing)
  work.warnings.push(...missing)
}
