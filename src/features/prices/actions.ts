// The actions on prices: create, update, and replace by a new version.

import { parseCurrency } from '../../domain/currencies.ts'
import { billingError, quoted, validationError } from '../../domain/errors.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import type { Pricing } from '../../domain/pricing.ts'
import { membersOf, TERMS, type TermsSent, termsOf } from '../../domain/pricing-terms.ts'
import { productCan } from '../../domain/product.ts'
import type { IntervalUnit } from '../../domain/recurrence.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { products } from '../products/store.ts'
import { insertRow, newRow, orEmpty, patched } from '../rows.ts'
import { holdValue } from '../unique-column.ts'
import { events, priceIds } from './record.ts'
import { type PriceCreate, type PricePatch, priceJson } from './schemas.ts'
import { lookupKeys, type Price, prices } from './store.ts'

/** The request body, with the product's UUID decoded. */
export type NewPrice = Omit<PriceCreate, 'product_id'> & { product_id: string }

const takesLookupKey = ({ lookup_key }: { lookup_key?: string | null }) =>
  lookup_key ? [{ unique: lookupKeys, value: lookup_key }] : []

export const createPrice: Action<NewPrice> = {
  name: 'prices.create',
  rows: ({ product_id: id }) => [{ table: products, id }],
  takes: takesLookupKey,
  decide(work, input) {
    const terms = termsOf(input.model, input)
    assertLookupKey(input)
    assertProduct(work, input.product_id)
    const { default_currency } = work.environment
    return insertPrice(work, {
      ...newRow(work),
      used: false,
      product_id: input.product_id,
      currency: input.currency ? parseCurrency(input.currency) : default_currency,
      terms,
      ...intervalOf(input),
      description: input.description ?? '',
      lookup_key: input.lookup_key ?? null,
      version: 1,
      replaces: null,
      active: true,
      metadata: input.metadata ?? {},
      tax_behavior: input.tax_behavior ?? null,
    })
  },
}

/** The longest interval: three years. */
const COUNT_MOST: Record<IntervalUnit, number> = { day: 1095, week: 156, month: 36, year: 3 }

/** How often the price is billed, and its minimum; all null for a one-time price. */
function intervalOf({
  interval = null,
  interval_count = null,
  billing = null,
  minimum_amount = null,
}: NewPrice): Pick<Price, 'interval' | 'interval_count' | 'billing' | 'minimum_amount'> {
  if (interval === null) {
    const terms = { interval_count, billing, minimum_amount }
    const other = Object.entries(terms).find(([, value]) => value !== null)?.[0]
    if (other === undefined) return { interval, ...terms }
    throw billingError(
      'parameter_missing',
      `${other} is only for recurring prices. Send interval as well, or leave out ${other}.`,
      { param: 'interval' },
    )
  }
  const count = interval_count ?? 1
  const max = COUNT_MOST[interval]
  if (count > max) throw validationError('interval_count', { kind: 'integer', min: 1, max })
  return { interval, interval_count: count, billing: billing ?? 'advance', minimum_amount }
}

export interface UpdatePrice {
  id: string
  patch: PricePatch
}

export const updatePrice: Action<UpdatePrice> = {
  name: 'prices.update',
  rows: ({ id }) => [{ table: prices, id }],
  takes: ({ patch }) => takesLookupKey(patch),
  decide(work, { id, patch }) {
    const found = work.find(prices, id)
    // Faults of the body (400) come before faults of the price (404, 409).
    const terms = found && changedTerms(found.terms, patch)
    assertLookupKey(patch, found)
    if (!found || !terms) throw priceIds.missing(priceIds.ref(id))
    work.assertMatch(() => priceJson(found))
    const { description, lookup_key, active, metadata, tax_behavior, minimum_amount } = patch
    assertMinimum(found, minimum_amount)
    const members = {
      minimum_amount,
      description: orEmpty(description),
      lookup_key,
      active,
      metadata,
      tax_behavior,
    }
    const after = patched(work, found, members)
    const isChanged =
      canonicalJson(terms) !== canonicalJson(found.terms) ||
      after.minimum_amount !== found.minimum_amount
    if (patch.new_version) return replacePrice(work, found, { ...after, terms })
    if (isChanged && found.used) throw priceUsed(id)
    const keys = [found.lookup_key, after.lookup_key] as const
    holdValue(work, lookupKeys, id, keys, lookupKeyTaken)
    return changePrice(work, found, { ...after, terms })
  },
}

/** Creates the next version of a price, with the lookup key of the one that it replaces. */
function replacePrice(work: Work, before: Price, wanted: Price): Answer {
  assertProduct(work, before.product_id)
  changePrice(work, before, {
    ...before,
    lookup_key: null,
    active: false,
    updated_at: work.now,
  })
  if (before.lookup_key !== null && before.lookup_key !== wanted.lookup_key) {
    work.hold(lookupKeys, before.lookup_key, null)
  }
  const { was: _, ...members } = wanted
  return insertPrice(
    work,
    {
      ...members,
      ...newRow(work),
      used: false,
      version: before.version + 1,
      replaces: before.id,
      active: true,
      // The previous holder of the lookup key was loaded above, or is the replaced price.
      ...(wanted.lookup_key === before.lookup_key && { lookup_key: before.lookup_key }),
    },
    before.id,
  )
}

function insertPrice(work: Work, price: Price, former?: string): Answer {
  const { lookup_key, id } = price
  if (lookup_key !== null) {
    const holder = work.holder(lookupKeys, lookup_key)
    if (holder !== undefined && holder !== former) throw lookupKeyTaken(lookup_key, holder)
    work.hold(lookupKeys, lookup_key, id)
  }
  const inserted = { table: prices, row: price, present: priceJson }
  return insertRow(work, events.created, { id: priceIds.ref(id) }, inserted)
}

function changePrice(work: Work, before: Price, after: Price): Answer {
  const about = { id: priceIds.ref(before.id) }
  return work.change(events.updated, about, { table: prices, before, after, present: priceJson })
}

/** Marks a price that a line names for the first time: its terms no longer change. */
export function markUsed(work: Work, price: Price): void {
  if (!price.used) work.update(prices, { ...price, used: true })
}

/** Merges the sent terms; properties with unchanged values change nothing. */
function changedTerms(terms: Pricing, patch: TermsSent): Pricing {
  const before = membersOf(terms)
  const sent: Record<string, unknown> = { ...before }
  const isSent = (name: keyof TermsSent) =>
    patch[name] !== undefined && canonicalJson(patch[name]) !== canonicalJson(before[name])
  for (const name of TERMS) if (isSent(name)) sent[name] = patch[name]
  // A unit price is shown both as a whole number and as a decimal; the one that was changed counts.
  if (isSent('unit_amount') && !isSent('unit_amount_decimal')) sent.unit_amount_decimal = null
  else if (isSent('unit_amount_decimal') && !isSent('unit_amount')) sent.unit_amount = null
  if (terms.model !== 'per_unit' && !isSent('unit_amount_decimal')) sent.unit_amount_decimal = null
  return termsOf(terms.model, sent as TermsSent)
}

function assertLookupKey({ lookup_key }: { lookup_key?: string | null }, before?: Price): void {
  const text = lookup_key ?? undefined
  assertNewTexts([{ param: 'lookup_key', be: 'visible', text, stored: before?.lookup_key }])
}

/** Throws if a one-time price would have a minimum. */
function assertMinimum({ id, interval }: Price, minimum: PricePatch['minimum_amount']): void {
  if (interval !== null || minimum === undefined || minimum === null) return
  throw billingError(
    'price_not_recurring',
    `Price ${priceIds.ref(id)} is a one-time price, and has no periods. Create a price with an interval to set minimum_amount.`,
    { param: 'minimum_amount' },
  )
}

function assertProduct(work: Work, id: string): void {
  const product = work.find(products, id)
  if (!product) {
    const missing = { code: 'resource_missing', status: 400 } as const
    throw validationError('product_id', { kind: 'product_missing' }, missing)
  }
  if (productCan('bill', product)) return
  const constraint = { kind: 'product_archived', name: quoted(product.name) } as const
  throw validationError('product_id', constraint, { code: 'product_archived' })
}

function priceUsed(id: string) {
  return billingError(
    'price_used',
    `Price ${priceIds.ref(id)} is used on an invoice line, so its amounts cannot change. Send new_version: true to create a price that replaces it.`,
  )
}

function lookupKeyTaken(lookup_key: string, holder: string | number) {
  const ref = priceIds.ref(String(holder))
  return billingError(
    'lookup_key_taken',
    `Price ${ref} already has the lookup_key ${quoted(lookup_key)}. Use another one, or remove it from ${ref}.`,
    { param: 'lookup_key' },
  )
}
