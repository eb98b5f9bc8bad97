// What an issued document keeps of the day of its issue: the seller and the customer as they were.

import { timestamp } from './calendar.ts'

export interface TaxNumber {
  /** What it is: `GST/HST`, `VAT`. */
  label: string
  value: string
}

/** How customers can pay besides online, as texts; "" where a way is not offered. */
export interface PaymentInstructions {
  bank_transfer: string
  cheque: string
  other: string
}

/** The seller as documents and mails show it. A text that was never given is "". */
export interface Seller {
  /** What the account is called; documents show `legal_name` where there is one. */
  name: string
  legal_name: string
  address_line1: string
  address_line2: string
  city: string
  state_province: string
  postal_code: string
  /** ISO 3166-1, in capitals; "" when unknown. */
  country: string
  tax_numbers: TaxNumber[]
  phone: string
  email: string
  website: string
  payment_instructions: PaymentInstructions
  /** The SHA-256 of a logo that is kept, in hex. */
  logo: string | null
  /** `#rrggbb`. */
  color: string | null
  footer: string
  /** BCP 47; the language of documents for customers who have none of their own. */
  language: string
  time_zone: string
  mail_from_name: string
  reply_to: string
}

/** A tax number of a customer, and when it was looked at. */
interface TaxNumberLookedAt {
  type: string
  value: string
  status: string
  checked_at: number | string
}

/** The customer as billed. */
export interface BilledCustomer {
  id: number
  name: string
  contact_name: string | null
  email: string
  phone: string
  address_line1: string
  address_line2: string | null
  city: string
  state_province: string
  postal_code: string
  country: string
  tax_exempt: boolean
  tax_id: string | null
  /** Those of it that were looked at; absent where it has none. */
  tax_ids?: readonly TaxNumberLookedAt[] | null
  language: string | null
}

export interface Snapshot {
  seller: Seller
  customer: BilledCustomer
}

/** A seller as stored: without the members that were never given, or not known of at the time. */
export type StoredSeller = Pick<Seller, 'name' | 'time_zone'> & Partial<Seller>

export interface StoredSnapshot {
  seller: StoredSeller
  customer: BilledCustomer
}

/** The image that documents show, kept by its hash. */
export interface Logo {
  /** In hex. */
  sha256: string
  /** In pixels. */
  width: number
  height: number
  content_type: 'image/png' | 'image/jpeg'
}

/** What an account has told about itself for its documents; what it has not told is absent. */
export type Profile = Partial<Omit<Seller, 'name' | 'time_zone' | 'language' | 'logo'>> & {
  logo?: Logo
  /** Whether finalize is refused while something of this is missing; no document shows it. */
  incomplete_seller?: 'refuse'
}

let latest: { text: string; profile: Readonly<Profile> } = { text: '{}', profile: {} }

/** What an account has told about itself, of its JSON text; read once for a run of documents of one account. */
export function readProfile(text: string): Readonly<Profile> {
  if (latest.text !== text) latest = { text, profile: JSON.parse(text) as Profile }
  return latest.profile
}

const NEVER_GIVEN: Omit<Seller, 'name' | 'time_zone' | 'payment_instructions'> = {
  legal_name: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state_province: '',
  postal_code: '',
  country: '',
  tax_numbers: [],
  phone: '',
  email: '',
  website: '',
  logo: null,
  color: null,
  footer: '',
  language: 'en',
  mail_from_name: '',
  reply_to: '',
}

/**
 * Seller and customer as they are on the day of issue; the document never changes with them. What
 * was never given is left out, so that an unadorned account adds little to each of its invoices.
 */
export function snapshotOf(
  account: { account_name: string; language: string; time_zone: string; profile: string },
  customer: BilledCustomer,
): StoredSnapshot {
  const { account_name, language, time_zone, profile } = account
  const { logo, incomplete_seller: _, ...told } = readProfile(profile)
  const { name, contact_name, email, phone, address_line1, address_line2, city } = customer
  const { state_province, postal_code, country, tax_exempt, tax_id, tax_ids } = customer
  return {
    seller: {
      ...told,
      name: account_name,
      ...(logo && { logo: logo.sha256 }),
      language,
      time_zone,
    },
    customer: {
      id: customer.id,
      name,
      contact_name,
      email,
      phone,
      address_line1,
      address_line2,
      city,
      state_province,
      postal_code,
      country,
      tax_exempt,
      tax_id,
      ...(tax_ids && tax_ids.length > 0 && { tax_ids: tax_ids.map(lookedAt) }),
      language: customer.language,
    },
  }
}

/** As customers are told to have it. */
const lookedAt = ({ checked_at, ...number }: TaxNumberLookedAt) => ({
  ...number,
  checked_at: typeof checked_at === 'number' ? timestamp(checked_at) : checked_at,
})

/** A seller with every member, whatever was stored of it. */
export function readSeller(stored: StoredSeller): Seller {
  const none = { bank_transfer: '', cheque: '', other: '' }
  return {
    ...NEVER_GIVEN,
    ...stored,
    // Members in one order, whichever way they were sent.
    tax_numbers: (stored.tax_numbers ?? []).map(({ label, value }) => ({ label, value })),
    payment_instructions: { ...none, ...stored.payment_instructions },
  }
}

/** A snapshot with every member, as it lies in the `snapshot` of an issued invoice. */
export function readSnapshot(stored: unknown): Snapshot {
  const { seller, customer } = stored as StoredSnapshot
  return { seller: readSeller(seller), customer }
}
