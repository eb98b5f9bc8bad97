// Numbers of value added tax in the European Union, as far as a plan needs them.

/** The prefix of the numbers of a member state; that of Greece is its own. */
export const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** Of a right form, or found in a register: what is malformed, or nobody can judge, is no business's. */
const SOUND = ['well_formed', 'verified']

export type TaxNumbers = readonly { type: string; value: string; status: string }[]

/** The customer's well-formed number of a member state; undefined without one. */
export function unionNumberOf(numbers: TaxNumbers, country: string): string | undefined {
  const found = numbers.find(
    ({ type, value, status }) =>
      type === 'eu_vat' && SOUND.includes(status) && value.startsWith(prefixOf(country)),
  )
  return found?.value
}

/**
 * Says why a customer's numbers do not count for reverse charge in its member state; undefined if one does, or it has
 * none. The sentence contains no number, since finalized invoices keep it.
 */
export function unusedNumber(numbers: TaxNumbers, country: string): string | undefined {
  if (numbers.length === 0 || unionNumberOf(numbers, country) !== undefined) return undefined
  const prefix = prefixOf(country)
  const ofUnion = numbers.filter(({ type }) => type === 'eu_vat')
  const isOwn = ofUnion.some(({ value }) => value.startsWith(prefix))
  const why =
    ofUnion.length === 0
      ? 'it is not of type eu_vat'
      : isOwn
        ? `the VAT number with prefix ${prefix} is malformed`
        : `the VAT number has another prefix than ${prefix}`
  return `The customer's tax ID does not count for reverse charge: ${why}. Correct it, or remove it if the customer is a consumer.`
}
