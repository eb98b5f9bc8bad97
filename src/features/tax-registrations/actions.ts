// The actions on tax registrations: create and update.

import { parseCountry } from '../../domain/countries.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import { parseRegion } from '../../domain/regions.ts'
import { UNION } from '../../domain/tax/places.ts'
import { putIn } from '../../domain/tax/settings.ts'
import type { Registration } from '../../domain/tax/tax.ts'
import { isOverlapping, isReversed } from '../../domain/tax/validity.ts'
import { keepTax, settingsRow, taxSettings } from '../account-settings/actions.ts'
import type { Action, Work } from '../accounts/store.ts'
import { insertRow, newRow, orEmpty, patched } from '../rows.ts'
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

type OfEnvironment = { environment_id: number }

export const createTaxRegistration: Action<TaxRegistrationCreate & OfEnvironment> = {
  name: 'tax_registrations.create',
  rows: ({ environment_id }) => [settingsRow(environment_id)],
  decide(work, input) {
    const registration = registrationOf(work, input)
    assertValid(registration)
    const settings = taxSettings(work)
    const { registrations = [] } = settings
    if ((work.environment.counters.tax_registrations_count ?? 0) >= TAX_REGISTRATIONS_MOST)
      throw tooMany()
    assertAlone(registrations, copyOf(registration))
    const about = { id: taxRegistrationIds.ref(registration.id) }
    const { json: present } = taxRegistrationRecord
    const inserted = { table: taxRegistrationRecord, row: registration, present }
    const answer = insertRow(work, events.created, about, inserted)
    keepTax(work, { ...settings, registrations: putIn(registrations, copyOf(registration)) })
    return answer
  },
}

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

export interface UpdateTaxRegistration extends OfEnvironment {
  id: string
  patch: TaxRegistrationPatch
}

export const updateTaxRegistration: Action<UpdateTaxRegistration> = {
  name: 'tax_registrations.update',
  rows: ({ environment_id, id }) => [
    { table: taxRegistrationRecord, id },
    settingsRow(environment_id),
  ],
  decide(work, { id, patch }) {
    const before = work.find(taxRegistrationRecord, id)
    if (!before) throw taxRegistrationIds.missing(taxRegistrationIds.ref(id))
    work.assertMatch(() => taxRegistrationRecord.json(before))
    const after = patched(work, before, { ...patch, number: orEmpty(patch.number) })
    assertValid(after)
    const settings = taxSettings(work)
    const { registrations = [] } = settings
    assertAlone(registrations, copyOf(after))
    const answer = work.change(
      events.updated,
      { id: taxRegistrationIds.ref(id) },
      { table: taxRegistrationRecord, before, after, present: taxRegistrationRecord.json },
    )
    keepTax(work, { ...settings, registrations: putIn(registrations, copyOf(after)) })
    return answer
  },
}
