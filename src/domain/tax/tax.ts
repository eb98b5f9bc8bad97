// What tax is made of: rates, where a seller is registered, and what a plan makes of both for a line.

/** What a tax is to the state; all but the first two are 0 %. */
export const TAX_CATEGORIES = [
  'standard',
  'reduced',
  'zero',
  'exempt',
  'reverse_charge',
  'outside_scope',
  'export',
] as const
export type TaxCategory = (typeof TAX_CATEGORIES)[number]

export const TAX_SCHEMES = ['standard', 'oss_union', 'simplified', 'manual'] as const
export type TaxScheme = (typeof TAX_SCHEMES)[number]

/** By which code products choose their rates: `standard`, `exempt`, `reduced`, or `reduced_` and a name of one's own. */
export const TAX_CODE = '^(standard|exempt|reduced(_[a-z0-9]{1,30})?)$'

/** Why a tax applies to a line, or none does. */
export const TAX_REASONS = [
  // The line names the rate.
  'rate_named',
  'customer_exempt',
  'product_exempt',
  // The seller is registered where the customer is.
  'registered',
  'export',
  'reverse_charge',
  // Of the customer's member state, by the one-stop shop; of the seller's, while sales abroad are few.
  'oss',
  'below_threshold',
  'outside_eu',
  'outside_vat_area',
  // No tax, and nothing to show on a document either.
  'not_registered',
  'address_missing',
  'rate_unknown',
  // The line asks for no tax; automatic tax is off.
  'none_named',
  'automatic_off',
] as const
export type TaxReasonCode = (typeof TAX_REASONS)[number]

/** Reasons for which a supply is untaxed only because data is missing. */
export const DATA_MISSING: ReadonlySet<TaxReasonCode> = new Set(['address_missing', 'rate_unknown'])

export interface TaxReason {
  code: TaxReasonCode
  /** Where the customer is taken to be, such as `CA-QC` or `DE`; "" when that is not known. */
  place: string
  /** The civil day the rates are of. */
  date: string
}

/** A tax as it applies to a line: frozen with the invoice, so it says all that a document shows of it. */
export interface Tax {
  /** What ledger and reports call it: `txr_…`, or of a built-in rate or category `CA-QC/QST/9.975`, `DE/reverse_charge`. */
  rate: string
  /** As documents show it: "QST", "VAT"; "" of what is no rate. */
  name: string
  country: string
  region: string | null
  /** In per cent, a decimal in its shortest form. */
  percentage: string
  category: TaxCategory
  /** What a document has to say of it by law, such as "Reverse charge, Art. 196 Directive 2006/112/EC"; "" for nothing. */
  reference: string
  /** The number under which the seller is registered for it; "" where there is none. */
  registration: string
  reason: TaxReason
}

/** The taxes of one line. */
export interface LineTaxing {
  /** Whether its amount includes them. */
  inclusive: boolean
  taxes: readonly Tax[]
  /** Why there are none. */
  untaxed?: TaxReason
}

/** A tax rate of an account. */
export interface OwnRate {
  /** `txr_…` */
  id: string
  name: string
  country: string
  region: string | null
  /** Customers with a postal code that begins so. */
  postal_prefix: string | null
  percentage: string
  inclusive: boolean
  category: TaxCategory
  /** What products it is for by itself; null where only lines that name it have it. */
  tax_code: string | null
  /** Both inclusive. */
  valid_from: string
  valid_to: string | null
  reference: string
  active: boolean
}

/** Where a seller collects tax. */
export interface Registration {
  /** `trg_…` */
  id: string
  country: string
  region: string | null
  scheme: TaxScheme
  number: string
  valid_from: string
  valid_to: string | null
}

/** What an account has settled about tax; a member that is absent is as it was before there was tax. */
export interface TaxSettings {
  /** Whether lines that name no rates are taxed by registrations. */
  automatic?: boolean
  /** Whether prices include tax unless they say otherwise. */
  behavior?: 'inclusive'
  /** What becomes of a finalize without an address, a rate, or what a document must show. */
  address?: 'refuse'
  unknown_rate?: 'refuse'
  particulars?: 'refuse'
  registrations?: readonly Registration[]
  rates?: readonly OwnRate[]
}
