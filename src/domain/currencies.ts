// The supported currencies and the number of decimals of each.
import type { Constraint } from '../constraint.ts'
import { quoted, validationError } from './errors.ts'
import { nearest } from './nearest.ts'

export interface Currency {
  /** Digits after the decimal point: one major unit is 10^exponent smallest units. */
  exponent: number
  name: string
}

/**
 * ISO 4217 "list one" as SIX published it on 2026-09-17: every active currency with its minor unit. Excluded are funds
 * (BOV, CHE, CHW, COU, MXV, USN, UYI, XAD), units without a minor unit (XDR, XSU, XUA, bond market units), metals, and
 * the codes for testing and for no currency (XTS, XXX). CLF is a fund in that list but is included, since Chilean
 * contracts are priced in it every day. The exponent never comes from Intl, which follows how prices are written, not
 * the standard (HUF 0, where ISO 4217 says 2): a wrong exponent makes amounts wrong by a factor of 100.
 */
export const CURRENCIES: Readonly<Record<string, Currency>> = {
  aed: { exponent: 2, name: 'UAE Dirham' },
  afn: { exponent: 2, name: 'Afghani' },
  all: { exponent: 2, name: 'Lek' },
  amd: { exponent: 2, name: 'Armenian Dram' },
  aoa: { exponent: 2, name: 'Kwanza' },
  ars: { exponent: 2, name: 'Argentine Peso' },
  aud: { exponent: 2, name: 'Australian Dollar' },
  awg: { exponent: 2, name: 'Aruban Florin' },
  azn: { exponent: 2, name: 'Azerbaijan Manat' },
  bam: { exponent: 2, name: 'Convertible Mark' },
  bbd: { exponent: 2, name: 'Barbados Dollar' },
  bdt: { exponent: 2, name: 'Taka' },
  bhd: { exponent: 3, name: 'Bahraini Dinar' },
  bif: { exponent: 0, name: 'Burundi Franc' },
  bmd: { exponent: 2, name: 'Bermudian Dollar' },
  bnd: { exponent: 2, name: 'Brunei Dollar' },
  bob: { exponent: 2, name: 'Boliviano' },
  brl: { exponent: 2, name: 'Brazilian Real' },
  bsd: { exponent: 2, name: 'Bahamian Dollar' },
  btn: { exponent: 2, name: 'Ngultrum' },
  bwp: { exponent: 2, name: 'Pula' },
  byn: { exponent: 2, name: 'Belarusian Ruble' },
  bzd: { exponent: 2, name: 'Belize Dollar' },
  cad: { exponent: 2, name: 'Canadian Dollar' },
  cdf: { exponent: 2, name: 'Congolese Franc' },
  chf: { exponent: 2, name: 'Swiss Franc' },
  clf: { exponent: 4, name: 'Unidad de Fomento' },
  clp: { exponent: 0, name: 'Chilean Peso' },
  cny: { exponent: 2, name: 'Yuan Renminbi' },
  cop: { exponent: 2, name: 'Colombian Peso' },
  crc: { exponent: 2, name: 'Costa Rican Colon' },
  cup: { exponent: 2, name: 'Cuban Peso' },
  cve: { exponent: 2, name: 'Cabo Verde Escudo' },
  czk: { exponent: 2, name: 'Czech Koruna' },
  djf: { exponent: 0, name: 'Djibouti Franc' },
  dkk: { exponent: 2, name: 'Danish Krone' },
  dop: { exponent: 2, name: 'Dominican Peso' },
  dzd: { exponent: 2, name: 'Algerian Dinar' },
  egp: { exponent: 2, name: 'Egyptian Pound' },
  ern: { exponent: 2, name: 'Nakfa' },
  etb: { exponent: 2, name: 'Ethiopian Birr' },
  eur: { exponent: 2, name: 'Euro' },
  fjd: { exponent: 2, name: 'Fiji Dollar' },
  fkp: { exponent: 2, name: 'Falkland Islands Pound' },
  gbp: { exponent: 2, name: 'Pound Sterling' },
  gel: { exponent: 2, name: 'Lari' },
  ghs: { exponent: 2, name: 'Ghana Cedi' },
  gip: { exponent: 2, name: 'Gibraltar Pound' },
  gmd: { exponent: 2, name: 'Dalasi' },
  gnf: { exponent: 0, name: 'Guinean Franc' },
  gtq: { exponent: 2, name: 'Quetzal' },
  gyd: { exponent: 2, name: 'Guyana Dollar' },
  hkd: { exponent: 2, name: 'Hong Kong Dollar' },
  hnl: { exponent: 2, name: 'Lempira' },
  htg: { exponent: 2, name: 'Gourde' },
  huf: { exponent: 2, name: 'Forint' },
  idr: { exponent: 2, name: 'Rupiah' },
  ils: { exponent: 2, name: 'New Israeli Sheqel' },
  inr: { exponent: 2, name: 'Indian Rupee' },
  iqd: { exponent: 3, name: 'Iraqi Dinar' },
  irr: { exponent: 2, name: 'Iranian Rial' },
  isk: { exponent: 0, name: 'Iceland Krona' },
  jmd: { exponent: 2, name: 'Jamaican Dollar' },
  jod: { exponent: 3, name: 'Jordanian Dinar' },
  jpy: { exponent: 0, name: 'Yen' },
  kes: { exponent: 2, name: 'Kenyan Shilling' },
  kgs: { exponent: 2, name: 'Som' },
  khr: { exponent: 2, name: 'Riel' },
  kmf: { exponent: 0, name: 'Comorian Franc' },
  kpw: { exponent: 2, name: 'North Korean Won' },
  krw: { exponent: 0, name: 'Won' },
  kwd: { exponent: 3, name: 'Kuwaiti Dinar' },
  kyd: { exponent: 2, name: 'Cayman Islands Dollar' },
  kzt: { exponent: 2, name: 'Tenge' },
  lak: { exponent: 2, name: 'Lao Kip' },
  lbp: { exponent: 2, name: 'Lebanese Pound' },
  lkr: { exponent: 2, name: 'Sri Lanka Rupee' },
  lrd: { exponent: 2, name: 'Liberian Dollar' },
  lsl: { exponent: 2, name: 'Loti' },
  lyd: { exponent: 3, name: 'Libyan Dinar' },
  mad: { exponent: 2, name: 'Moroccan Dirham' },
  mdl: { exponent: 2, name: 'Moldovan Leu' },
  mga: { exponent: 2, name: 'Malagasy Ariary' },
  mkd: { exponent: 2, name: 'Denar' },
  mmk: { exponent: 2, name: 'Kyat' },
  mnt: { exponent: 2, name: 'Tugrik' },
  mop: { exponent: 2, name: 'Pataca' },
  mru: { exponent: 2, name: 'Ouguiya' },
  mur: { exponent: 2, name: 'Mauritius Rupee' },
  mvr: { exponent: 2, name: 'Rufiyaa' },
  mwk: { exponent: 2, name: 'Malawi Kwacha' },
  mxn: { exponent: 2, name: 'Mexican Peso' },
  myr: { exponent: 2, name: 'Malaysian Ringgit' },
  mzn: { exponent: 2, name: 'Mozambique Metical' },
  nad: { exponent: 2, name: 'Namibia Dollar' },
  ngn: { exponent: 2, name: 'Naira' },
  nio: { exponent: 2, name: 'Cordoba Oro' },
  nok: { exponent: 2, name: 'Norwegian Krone' },
  npr: { exponent: 2, name: 'Nepalese Rupee' },
  nzd: { exponent: 2, name: 'New Zealand Dollar' },
  omr: { exponent: 3, name: 'Rial Omani' },
  pab: { exponent: 2, name: 'Balboa' },
  pen: { exponent: 2, name: 'Sol' },
  pgk: { exponent: 2, name: 'Kina' },
  php: { exponent: 2, name: 'Philippine Peso' },
  pkr: { exponent: 2, name: 'Pakistan Rupee' },
  pln: { exponent: 2, name: 'Zloty' },
  pyg: { exponent: 0, name: 'Guarani' },
  qar: { exponent: 2, name: 'Qatari Rial' },
  ron: { exponent: 2, name: 'Romanian Leu' },
  rsd: { exponent: 2, name: 'Serbian Dinar' },
  rub: { exponent: 2, name: 'Russian Ruble' },
  rwf: { exponent: 0, name: 'Rwanda Franc' },
  sar: { exponent: 2, name: 'Saudi Riyal' },
  sbd: { exponent: 2, name: 'Solomon Islands Dollar' },
  scr: { exponent: 2, name: 'Seychelles Rupee' },
  sdg: { exponent: 2, name: 'Sudanese Pound' },
  sek: { exponent: 2, name: 'Swedish Krona' },
  sgd: { exponent: 2, name: 'Singapore Dollar' },
  shp: { exponent: 2, name: 'Saint Helena Pound' },
  sle: { exponent: 2, name: 'Leone' },
  sos: { exponent: 2, name: 'Somali Shilling' },
  srd: { exponent: 2, name: 'Surinam Dollar' },
  ssp: { exponent: 2, name: 'South Sudanese Pound' },
  stn: { exponent: 2, name: 'Dobra' },
  svc: { exponent: 2, name: 'El Salvador Colon' },
  syp: { exponent: 2, name: 'Syrian Pound' },
  szl: { exponent: 2, name: 'Lilangeni' },
  thb: { exponent: 2, name: 'Baht' },
  tjs: { exponent: 2, name: 'Somoni' },
  tmt: { exponent: 2, name: 'Turkmenistan New Manat' },
  tnd: { exponent: 3, name: 'Tunisian Dinar' },
  top: { exponent: 2, name: "Pa'anga" },
  try: { exponent: 2, name: 'Turkish Lira' },
  ttd: { exponent: 2, name: 'Trinidad and Tobago Dollar' },
  twd: { exponent: 2, name: 'New Taiwan Dollar' },
  tzs: { exponent: 2, name: 'Tanzanian Shilling' },
  uah: { exponent: 2, name: 'Hryvnia' },
  ugx: { exponent: 0, name: 'Uganda Shilling' },
  usd: { exponent: 2, name: 'US Dollar' },
  uyu: { exponent: 2, name: 'Peso Uruguayo' },
  uyw: { exponent: 4, name: 'Unidad Previsional' },
  uzs: { exponent: 2, name: 'Uzbekistan Sum' },
  ved: { exponent: 2, name: 'Bolívar Soberano' },
  ves: { exponent: 2, name: 'Bolívar Soberano' },
  vnd: { exponent: 0, name: 'Dong' },
  vuv: { exponent: 0, name: 'Vatu' },
  wst: { exponent: 2, name: 'Tala' },
  xaf: { exponent: 0, name: 'CFA Franc BEAC' },
  xcd: { exponent: 2, name: 'East Caribbean Dollar' },
  xcg: { exponent: 2, name: 'Caribbean Guilder' },
  xof: { exponent: 0, name: 'CFA Franc BCEAO' },
  xpf: { exponent: 0, name: 'CFP Franc' },
  yer: { exponent: 2, name: 'Yemeni Rial' },
  zar: { exponent: 2, name: 'Rand' },
  zmw: { exponent: 2, name: 'Zambian Kwacha' },
  zwg: { exponent: 2, name: 'Zimbabwe Gold' },
}

const CURRENCY_CODES: readonly string[] = Object.keys(CURRENCIES)

/** Codes that were withdrawn recently, or never existed but are often written, and their replacements. */
const REPLACED: Readonly<Record<string, string>> = {
  ang: 'xcg',
  bgn: 'eur',
  cuc: 'cup',
  hrk: 'eur',
  nis: 'ils',
  rmb: 'cny',
  sll: 'sle',
  zwl: 'zwg',
}

/** True if this is the lower-case code of a supported currency. */
export function isCurrency(code: string): boolean {
  return Object.hasOwn(CURRENCIES, code)
}

/** The exponent of a currency. Throws `currency_invalid` for an unknown code. */
export function currencyExponent(code: string): number {
  const currency = isCurrency(code) ? CURRENCIES[code] : undefined
  if (currency === undefined) throw unknownCurrency(code)
  return currency.exponent
}

/** The lower-case form of a code sent in any case. Throws `currency_invalid`. */
export function parseCurrency(text: string): string {
  // Only ASCII letters: toLowerCase turns the Kelvin sign into "k".
  const code = /^[A-Za-z]{3}$/.test(text) ? text.toLowerCase() : text
  if (!isCurrency(code)) throw unknownCurrency(text)
  return code
}

function unknownCurrency(text: string) {
  const word = text.trim().toLowerCase()
  const meant = Object.hasOwn(REPLACED, word) ? REPLACED[word] : nearest(word, CURRENCY_CODES)
  const constraint: Constraint = { kind: 'currency', sent: quoted(text), ...(meant && { meant }) }
  return validationError('currency', constraint, { code: 'currency_invalid' })
}
