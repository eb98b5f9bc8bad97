// Numbers of value added tax in the European Union, as far as a plan needs them.

/** The prefix of the numbers of a member state; that of Greece is its own. */
export const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** Of a right form, or found in a register: what is malformed, or nobody can judge, is no business's. */
const SOUND = ['well_formed', 'verified']

/** The customer's well-formed number of a member state; undefined without one. */
export function unionNumberOf(
  numbers: readonly { type: string; value: string; status: string }[],
  country: string,
): string | undefined {
  const found = numbers.find(
    ({ type, value, status }) =>
      type === 'eu_vat' && SOUND.includes(status) && value.startsWith(prefixOf(country)),
  )
  return found?.value
}
