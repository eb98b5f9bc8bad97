// Which paper a country writes on.

/** Where letters are written on Letter; everywhere else on A4 (ISO 216). */
const LETTER = new Set('BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '))

export type PaperSize = 'us-letter' | 'a4'

/** The paper of an ISO 3166-1 alpha-2 country; A4 where it is not known. */
export function paperFor(country: string): PaperSize {
  return LETTER.has(country) ? 'us-letter' : 'a4'
}
