// Provokes the errors of tax rates and registrations, and of invoices that cannot be taxed.

import type { Api } from '../client.ts'
import type { Scene, Things } from './refusals.ts'
import type { During } from './trouble.ts'

/** The objects that the requests refer to. */
export interface TaxThings {
  rate: string
  inclusive: string
  inactive: string
  /** An invoice with a rate that no longer applies. */
  outdated: string
  /** Customers in Great Britain, in the state of New York, and in the United States without a state. */
  abroad: string
  american: string
  stateless: string
}

const RATE = { name: 'Sales tax', country: 'US', percentage: '4', valid_from: '2026-01-01' }
const REGISTRATION = { country: 'CA', valid_from: '2026-01-01' }

export function taxScenes({ customer, taxes }: Things): Scene[] {
  const { rate, inclusive, inactive, outdated, abroad, american, stateless } = taxes
  const line = (tax_rates: string[]) => ({
    body: {
      customer_id: customer,
      line_items: [{ description: 'Seat', quantity: 1, unit_amount: 1999, tax_rates }],
    },
  })
  const invoice = { method: 'POST', path: '/v1/invoices' }
  const finalize = (id: string) => ({ method: 'POST', path: `/v1/invoices/${id}/finalize` })
  const rates = { method: 'POST', path: '/v1/tax_rates' }
  return [
    { code: 'tax_rates_mixed', ...invoice, ask: line([rate, inclusive]) },
    { code: 'tax_rate_inactive', ...invoice, ask: line([inactive]) },
    { code: 'tax_rate_not_in_force', ...finalize(outdated) },
    { code: 'tax_rate_overlap', ...rates, ask: { body: RATE } },
    { code: 'tax_settings_full', ...rates, ask: { body: RATE }, during: whileRatesAreFull },
    {
      code: 'tax_registration_overlap',
      method: 'POST',
      path: '/v1/tax_registrations',
      ask: { body: REGISTRATION },
    },
    { code: 'tax_address_missing', ...finalize(stateless), during: whileTaxing },
    { code: 'tax_rate_unknown', ...finalize(american), during: whileTaxing },
    { code: 'document_particulars_missing', ...finalize(abroad), during: whileTaxing },
  ]
}

const whileRatesAreFull: During = async ({ sql }, send) => {
  const set = (count: string) =>
    sql(`update environment_counters set tax_rates_count = ${count} where environment_id = 1`)
  await set('500')
  try {
    return await send()
  } finally {
    await set('(select count(*) from tax_rates where environment_id = 1)')
  }
}

/** An account with automatic tax that rejects incomplete invoices. */
const whileTaxing: During = async ({ api }, send) => {
  const refuse = { tax_address: 'refuse', tax_unknown_rate: 'refuse', tax_particulars: 'refuse' }
  await api.patch('/v1/account', { body: { automatic_tax: true, ...refuse } })
  try {
    return await send()
  } finally {
    const warn = { tax_address: 'warn', tax_unknown_rate: 'warn', tax_particulars: 'warn' }
    await api.patch('/v1/account', { body: { automatic_tax: false, ...warn } })
  }
}

export async function prepareTaxes(api: Api): Promise<TaxThings> {
  const make = async (path: string, body: object): Promise<string> =>
    (await api.post(`/v1/${path}`, { body })).body.id
  const rateOf = (more: object) => make('tax_rates', { ...RATE, ...more })
  const rate = await rateOf({})
  const inclusive = await rateOf({ name: 'Included', inclusive: true })
  const inactive = await rateOf({ name: 'Inactive' })
  await api.patch(`/v1/tax_rates/${inactive}`, { body: { active: false } })
  const old = await rateOf({ name: 'Old', valid_from: '2020-01-01', valid_to: '2020-12-31' })
  await make('tax_registrations', REGISTRATION)
  await make('tax_registrations', { ...REGISTRATION, country: 'US', scheme: 'manual' })
  await make('tax_registrations', { ...REGISTRATION, country: 'GB' })
  const draftIn = async (address: object, more: object = {}): Promise<string> => {
    const customer = await make('customers', { name: 'Lake Lodge', ...address })
    const line_items = [{ description: 'Seats', quantity: 10, unit_amount: 1999, ...more }]
    return make('invoices', { customer_id: customer, line_items })
  }
  return {
    rate,
    inclusive,
    inactive,
    outdated: await draftIn({}, { tax_rates: [old] }),
    abroad: await draftIn({ country: 'GB' }),
    american: await draftIn({ country: 'US', state_province: 'NY' }),
    stateless: await draftIn({ country: 'US' }),
  }
}
