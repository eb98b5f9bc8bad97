// The paper size of each country.

/** Countries that use Letter; all others use A4 (ISO 216). */
const LETTER = new Set('BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '))

export type PaperSize = 'us-letter' | 'a4'

/** The paper size of an ISO 3166-1 alpha-2 country; A4 if unknown. */
export function paperFor(country: string): PaperSize {
  return LETTER.has(country) ? 'us-letter' : 'a4'
}
