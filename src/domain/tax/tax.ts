// The tax model: rates, registrations, and the resulting taxes of a line.

/** The tax categories; all except the first two are 0 %. */
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

/** The tax codes by which products choose rates: `standard`, `exempt`, `reduced`, or `reduced_` and a custom name. */
export const TAX_CODE = '^(standard|exempt|reduced(_[a-z0-9]{1,30})?)$'

/** Reasons why a tax applies to a line or not. */
export const TAX_REASONS = [
  // The line names the rate.
  'rate_named',
  'customer_exempt',
  'product_exempt',
  // The seller is registered where the customer is.
  'registered',
  'export',
  'reverse_charge',
  // The customer's member state's rate by the one-stop shop; the seller's while its sales abroad are few.
  'oss',
  'below_threshold',
  'outside_eu',
  'outside_vat_area',
  // No tax, and nothing to show on a document.
  'not_registered',
  'address_missing',
  'rate_unknown',
  // The line names no tax, and automatic tax is off.
  'none_named',
  'automatic_off',
] as const
export type TaxReasonCode = (typeof TAX_REASONS)[number]

/** Reasons for which a supply is untaxed only because data is missing. */
export const DATA_MISSING: ReadonlySet<TaxReasonCode> = new Set(['address_missing', 'rate_unknown'])

export interface TaxReason {
  code: TaxReasonCode
  /** The customer's place, such as `CA-QC` or `DE`; "" if unknown. */
  place: string
  /** The civil day of the rates. */
  date: string
}

/** A tax as it applies to a line: frozen with the invoice, so it contains all that a document shows. */
export interface Tax {
  /** Its name in the ledger and reports: `txr_…`, or `CA-QC/QST/9.975`, `DE/reverse_charge` for built-in ones. */
  rate: string
  /** The name on documents: "QST", "VAT"; "" if it is not a rate. */
  name: string
  country: string
  region: string | null
  /** A percentage, as a decimal in its shortest form. */
  percentage: string
  category: TaxCategory
  /** The legal statement on documents, such as "Reverse charge, Art. 196 Directive 2006/112/EC"; "" if none. */
  reference: string
  /** The seller's registration number for it; "" if it has none. */
  registration: string
  reason: TaxReason
}

export interface LineTaxing {
  /** True if the line's amount includes them. */
  inclusive: boolean
  taxes: readonly Tax[]
  /** Why the line has no taxes. */
  untaxed?: TaxReason
}

/** A tax rate of an account. */
export interface OwnRate {
  /** `txr_…` */
  id: string
  name: string
  country: string
  region: string | null
  /** Applies to customers whose postal code starts with this prefix. */
  postal_prefix: string | null
  percentage: string
  inclusive: boolean
  category: TaxCategory
  /** The products it applies to automatically; null if it applies only to lines that name it. */
  tax_code: string | null
  /** Both dates are inclusive. */
  valid_from: string
  valid_to: string | null
  reference: string
  active: boolean
}

/** A place where the seller collects tax. */
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

/** The tax settings of an account; absent properties behave as before the tax feature. */
export interface TaxSettings {
  /** True if lines without named rates are taxed by registrations. */
  automatic?: boolean
  /** Set if prices include tax by default. */
  behavior?: 'inclusive'
  /** How finalize treats a missing address, rate or required detail. */
  address?: 'refuse'
  unknown_rate?: 'refuse'
  particulars?: 'refuse'
  registrations?: readonly Registration[]
  rates?: readonly OwnRate[]
}
