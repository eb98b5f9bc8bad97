// Formats an address on a document, line by line.

/** An address as in customers and settings; unset fields are empty or null. */
export interface PostalAddress {
  address_line1?: string | null | undefined
  address_line2?: string | null | undefined
  city?: string | null | undefined
  state_province?: string | null | undefined
  postal_code?: string | null | undefined
  country?: string | null | undefined
}

/**
 * Countries that write the postal code before the city (Universal Postal Union, "Postal addressing systems", as of
 * 2025). Elsewhere it follows city and province, as in Canada.
 */
const CODE_FIRST = new Set(
  (
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK DZ EE ES FI FO FR GF GL GP GR GT HR HU IL IS IT LI LT LU ' +
    'LV MA MC MD ME MK MQ MX MY NC NL NO PF PL PM PT RE RO RS SE SI SK SM SN TN TR UY VA WF XK YT'
  ).split(' '),
)

/** The lines of an address without empty ones; `countryName` is in the reader's language. */
export function addressLines(address: PostalAddress, countryName: string): string[] {
  const { address_line1, address_line2, city, state_province, postal_code, country } = address
  const town = CODE_FIRST.has(country ?? '')
    ? [[postal_code, city], [state_province]]
    : [[city, state_province, postal_code]]
  return [[address_line1], [address_line2], ...town, [countryName]].flatMap((parts) => {
    const line = parts.filter((part) => part).join(' ')
    return line === '' ? [] : [line]
  })
}
