// Numbers of value added tax in the European Union, as far as a plan needs them.

/** The prefix of the numbers of a member state; that of Greece is its own. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** The customer's well-formed number of a member state; undefined without one. */
export function unionNumberOf(
  numbers: readonly { type: string; value: string; status: string }[],
  country: string,
): string | undefined {
  const found = numbers.find(
    ({ type, value, status }) =>
      type === 'eu_vat' && status === 'well_formed' && value.startsWith(prefixOf(country)),
  )
  return found?.value
}
