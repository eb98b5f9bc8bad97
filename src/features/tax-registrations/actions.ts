// The actions on tax registrations: create and update.

import { parseCountry } from '../../domain/countries.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import { parseRegion } from '../../domain/regions.ts'
import { UNION } from '../../domain/tax/places.ts'
import { putIn } from '../../domain/tax/settings.ts'
import type { Registration } from '../../domain/tax/tax.ts'
import { isOverlapping, isReversed } from '../../domain/tax/validity.ts'
import { keepTax, settingsRow, taxSettings } from '../account-settings/actions.ts'
import type { Work } from '../accounts/store.ts'
import { editing } from '../editable.ts'
import { newRow, orEmpty } from '../rows.ts'
import {
  events,
  type TaxRegistrationRow,
  taxRegistrationIds,
  taxRegistrationRecord,
} from './record.ts'
import type { TaxRegistrationCreate, TaxRegistrationPatch } from './schemas.ts'

/** The account settings contain a copy of all registrations, which is read with them. */
const TAX_REGISTRATIONS_MOST = 200

/** Provinces with their own tax in addition to GST. */
const PROVINCIAL = ['BC', 'MB', 'QC', 'SK']

function registrationOf(work: Work, input: TaxRegistrationCreate): TaxRegistrationRow {
  const country = parseCountry(input.country)
  return {
    ...newRow(work),
    country,
    region: input.region ? parseRegion(country, input.region, { param: 'region' }) : null,
    scheme: input.scheme ?? 'standard',
    number: input.number ?? '',
    valid_from: input.valid_from,
    valid_to: input.valid_to ?? null,
    metadata: input.metadata ?? {},
  }
}

function assertValid(registration: TaxRegistrationRow): void {
  const { country, region, scheme, valid_from } = registration
  if (isReversed(registration)) {
    throw validationError('valid_to', { kind: 'before', other: 'valid_from', date: valid_from })
  }
  if (scheme === 'oss_union' && !UNION.has(country)) {
    throw validationError('country', { kind: 'not_in_union' })
  }
  const isProvincial = country === 'CA' && region !== null && PROVINCIAL.includes(region)
  if (region !== null && scheme !== 'manual' && !isProvincial) {
    throw validationError('region', { kind: 'region_without_tax', regions: PROVINCIAL })
  }
}

const copyOf = ({
  environment_id: _,
  created_at: __,
  updated_at: ___,
  metadata: ____,
  ...registration
}: TaxRegistrationRow): Registration => ({
  ...registration,
  id: taxRegistrationIds.ref(registration.id),
})

/** Throws for a second registration with the same place and scheme on a day. */
function assertAlone(registrations: readonly Registration[], wanted: Registration): void {
  const isAlike = (other: Registration) =>
    (['country', 'region', 'scheme'] as const).every((name) => other[name] === wanted[name])
  const other = registrations.find(
    (each) => each.id !== wanted.id && isAlike(each) && isOverlapping(each, wanted),
  )
  if (!other) return
  throw billingError(
    'tax_registration_overlap',
    `Tax registration ${other.id} has the same country, region and scheme at the same time. Update it, or set its valid_to to a day before this one starts.`,
    { param: 'valid_from' },
  )
}

const tooMany = () =>
  billingError(
    'tax_settings_full',
    `This environment has ${TAX_REGISTRATIONS_MOST} tax registrations, which is the maximum.`,
  )

export const { create: createTaxRegistration, update: updateTaxRegistration } = editing({
  ids: taxRegistrationIds,
  record: taxRegistrationRecord,
  events,
  locks: (environmentId) => [settingsRow(environmentId)],
  row: registrationOf,
  sets: (patch: TaxRegistrationPatch) => ({ ...patch, number: orEmpty(patch.number) }),
  accept(work, registration, before) {
    assertValid(registration)
    const settings = taxSettings(work)
    const { registrations = [] } = settings
    const { tax_registrations_count = 0 } = work.environment.counters
    if (!before && tax_registrations_count >= TAX_REGISTRATIONS_MOST) throw tooMany()
    assertAlone(registrations, copyOf(registration))
    keepTax(work, { ...settings, registrations: putIn(registrations, copyOf(registration)) })
  },
})
