// VAT numbers of the European Union, as far as a tax plan needs them.

import { countryOf, UNION } from './places.ts'

/** The VAT number prefix of a member state; Greece uses EL. */
export const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** Only well-formed or verified numbers count as a business's; malformed and unverifiable ones do not. */
const SOUND = ['well_formed', 'verified']

type TaxNumbers = readonly { type: string; value: string; status: string }[]

/** The customer's well-formed number of a member state; undefined if it has none. */
export function unionNumberOf(numbers: TaxNumbers, country: string): string | undefined {
  const found = numbers.find(
    ({ type, value, status }) =>
      type === 'eu_vat' && SOUND.includes(status) && value.startsWith(prefixOf(country)),
  )
  return found?.value
}

interface Unused {
  why: 'other_type' | 'malformed' | 'other_prefix'
  /** The prefix of numbers in the customer's member state. */
  prefix: string
}

/** Why the tax IDs of a customer in a member state do not count for reverse charge; undefined if one does. */
export function unusedTaxIds(customer: {
  country: string
  tax_ids: TaxNumbers
}): Unused | undefined {
  const { tax_ids } = customer
  const country = countryOf(customer.country)
  if (!UNION.has(country) || tax_ids.length === 0) return undefined
  if (unionNumberOf(tax_ids, country) !== undefined) return undefined
  const prefix = prefixOf(country)
  const ofUnion = tax_ids.filter(({ type }) => type === 'eu_vat')
  if (ofUnion.length === 0) return { why: 'other_type', prefix }
  const isOwn = ofUnion.some(({ value }) => value.startsWith(prefix))
  return { why: isOwn ? 'malformed' : 'other_prefix', prefix }
}

const WHY: Readonly<Record<Unused['why'], (prefix: string) => string>> = {
  other_type: () => 'it is not of type eu_vat',
  malformed: (prefix) => `the VAT number with prefix ${prefix} is malformed`,
  other_prefix: (prefix) => `the VAT number has another prefix than ${prefix}`,
}

/** The reason as a sentence. It contains no number, since finalized invoices keep it. */
export const unusedText = ({ why, prefix }: Unused): string =>
  `The customer's tax ID does not count for reverse charge: ${WHY[why](prefix)}. Correct it, or remove it if the customer is a consumer.`
