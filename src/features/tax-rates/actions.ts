// The actions on tax rates: create them, and set their last day.

import { parseCountry } from '../../domain/countries.ts'
import { exactText, parseExact } from '../../domain/decimal.ts'
import { billingError, quoted, validationError } from '../../domain/errors.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { parseRegion } from '../../domain/regions.ts'
import { putIn } from '../../domain/tax/settings.ts'
import type { OwnRate } from '../../domain/tax/tax.ts'
import { isOverlapping, isReversed } from '../../domain/tax/validity.ts'
import { keepTax, settingsRow, taxSettings } from '../account-settings/actions.ts'
import type { Work } from '../accounts/store.ts'
import { editing } from '../editable.ts'
import { newRow, orEmpty } from '../rows.ts'
import { events, type TaxRateRow, taxRateIds, taxRateRecord } from './record.ts'
import type { TaxRateCreate, TaxRatePatch } from './schemas.ts'

/** The account settings contain a copy of all rates, which is read with them. */
const TAX_RATES_MOST = 500

function rateOf(work: Work, input: TaxRateCreate): TaxRateRow {
  const { name, percentage, category = 'standard', reference = '' } = input
  assertNewTexts([
    { param: 'name', be: 'visible', text: name, stored: undefined },
    { param: 'region', be: 'visible', text: input.region ?? undefined, stored: undefined },
    {
      param: 'postal_prefix',
      be: 'visible',
      text: input.postal_prefix ?? undefined,
      stored: undefined,
    },
  ])
  const country = parseCountry(input.country)
  return {
    ...newRow(work),
    name,
    country,
    region: input.region ? parseRegion(country, input.region, { param: 'region' }) : null,
    postal_prefix: input.postal_prefix?.replace(/\s/g, '').toUpperCase() ?? null,
    percentage: exactText(parseExact(percentage)),
    inclusive: input.inclusive ?? false,
    category,
    tax_code: input.tax_code ?? null,
    valid_from: input.valid_from,
    valid_to: input.valid_to ?? null,
    reference,
    active: true,
    metadata: input.metadata ?? {},
  }
}

function assertValid(rate: TaxRateRow): void {
  if (isReversed(rate)) {
    throw validationError('valid_to', {
      kind: 'before',
      other: 'valid_from',
      date: rate.valid_from,
    })
  }
  const isTaxed = rate.category === 'standard' || rate.category === 'reduced'
  if (!isTaxed && rate.percentage !== '0') {
    throw validationError('percentage', { kind: 'zero_category', category: rate.category })
  }
}

const copyOf = ({
  environment_id: _,
  created_at: __,
  updated_at: ___,
  metadata: ____,
  ...rate
}: TaxRateRow): OwnRate => ({ ...rate, id: taxRateIds.ref(rate.id) })

/**
 * Throws for a second active rate with the same name and place on a day, since it would be ambiguous which one applies.
 * Inactive rates do not count, since an incorrect percentage cannot be changed.
 */
function assertAlone(rates: readonly OwnRate[], rate: OwnRate): void {
  if (!rate.active) return
  const isAlike = (other: OwnRate) =>
    (['name', 'country', 'region', 'postal_prefix', 'tax_code'] as const).every(
      (name) => other[name] === rate[name],
    )
  const other = rates.find(
    (each) => each.active && each.id !== rate.id && isAlike(each) && isOverlapping(each, rate),
  )
  if (!other) return
  const until = other.valid_to === null ? '' : ` to ${other.valid_to}`
  throw billingError(
    'tax_rate_overlap',
    `Tax rate ${other.id} (${quoted(other.name)}, ${other.percentage}%) applies from ${other.valid_from}${until}. Set its valid_to to a day before this one starts, or deactivate it.`,
    { param: 'valid_from' },
  )
}

const tooMany = () =>
  billingError(
    'tax_settings_full',
    `This environment has ${TAX_RATES_MOST} tax rates, which is the maximum.`,
  )

export const { create: createTaxRate, update: updateTaxRate } = editing({
  ids: taxRateIds,
  record: taxRateRecord,
  events,
  locks: (environmentId) => [settingsRow(environmentId)],
  row: rateOf,
  sets: (patch: TaxRatePatch) => ({ ...patch, reference: orEmpty(patch.reference) }),
  accept(work, rate, before) {
    assertValid(rate)
    const settings = taxSettings(work)
    const { rates = [] } = settings
    const { tax_rates_count = 0 } = work.environment.counters
    if (!before && tax_rates_count >= TAX_RATES_MOST) throw tooMany()
    assertAlone(rates, copyOf(rate))
    keepTax(work, { ...settings, rates: putIn(rates, copyOf(rate)) })
  },
})
