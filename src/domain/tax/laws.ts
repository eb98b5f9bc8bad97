// Legal citations in explanations: of each built-in rate, and of each tax of 0 %.

import { UNION } from './places.ts'
import type { TaxReasonCode } from './tax.ts'

type Law = Readonly<Record<'en' | 'fr', string>>

const excise = (en: string, fr: string): Law => ({
  en: `Excise Tax Act, RSC 1985, c. E-15, ${en}`,
  fr: `Loi sur la taxe d’accise, L.R.C. (1985), ch. E-15, ${fr}`,
})

const directive = (en: string, fr = en.replace('and', 'et')): Law => ({
  en: `Directive 2006/112/EC, Art. ${en}`,
  fr: `directive 2006/112/CE, art. ${fr}`,
})

const same = (text: string): Law => ({ en: text, fr: text })

const HST = excise('s. 165(2)', 'par. 165(2)')
const BRITISH = same('Value Added Tax Act 1994, s. 2')

/** By place and rate name, as in the ledger and reports. */
const OF_RATES: Readonly<Record<string, Law>> = {
  'CA/GST': excise('s. 165(1)', 'par. 165(1)'),
  ...{ 'CA-ON/HST': HST, 'CA-NB/HST': HST, 'CA-NL/HST': HST, 'CA-NS/HST': HST, 'CA-PE/HST': HST },
  'CA-QC/QST': {
    en: 'Act respecting the Québec sales tax, CQLR, c. T-0.1, s. 16',
    fr: 'Loi sur la taxe de vente du Québec, RLRQ, c. T-0.1, art. 16',
  },
  'CA-BC/PST': same('Provincial Sales Tax Act, SBC 2012, c. 35'),
  'CA-SK/PST': same('The Provincial Sales Tax Act, RSS 1978, c. P-34.1'),
  'CA-MB/RST': {
    en: 'The Retail Sales Tax Act, CCSM, c. R130',
    fr: 'Loi de la taxe sur les ventes au détail, CPLM, c. R130',
  },
  'CA/export': excise('Sch. VI, Part V', 'ann. VI, partie V'),
  'GB/VAT': BRITISH,
  'XI/VAT': BRITISH,
  'CH/VAT': { en: 'Swiss VAT Act, Art. 25', fr: 'LTVA suisse, art. 25' },
  'NO/VAT': { en: 'Norwegian VAT Act, § 5-1', fr: 'loi norvégienne sur la TVA, § 5-1' },
}

/** In the European Union the law depends on why a rate applies or does not. */
const OF_UNION: Partial<Record<TaxReasonCode, Law>> = {
  registered: directive('96'),
  oss: directive('58 and 96'),
  below_threshold: directive('59c and 96', '59 quater et 96'),
  reverse_charge: directive('44 and 196'),
  outside_eu: directive('44 and 59'),
  outside_vat_area: directive('6'),
}

/**
 * The law behind a tax, in legal citation form; undefined where the account has to know it. `rate` is the tax's name in
 * the ledger and reports, `reference` the legal reference of an own rate.
 */
export function lawOf(
  language: 'en' | 'fr',
  { rate, code, reference = '' }: { rate: string; code: TaxReasonCode; reference?: string },
): string | undefined {
  if (rate.startsWith('txr_')) return reference === '' ? undefined : reference
  const [place = '', name = ''] = rate.split('/')
  const law = UNION.has(place) ? OF_UNION[code] : OF_RATES[`${place}/${name}`]
  return law?.[language]
}
