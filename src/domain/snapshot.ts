// The seller and the customer as frozen in a finalized document.

import { type CalendarDate, timestamp } from './calendar.ts'
import type { SwitchedEmail } from './collection-mail.ts'
import type { RetryPlan } from './retry-plan.ts'

export interface TaxNumber {
  /** The kind of number: `GST/HST`, `VAT`. */
  label: string
  value: string
}

/** Offline payment instructions, as text; "" for methods that are not offered. */
export interface PaymentInstructions {
  bank_transfer: string
  cheque: string
  other: string
}

/** The seller on documents and in emails. Unset texts are "". */
export interface Seller {
  /** The account's name; documents show `legal_name` if it is set. */
  name: string
  legal_name: string
  address_line1: string
  address_line2: string
  city: string
  state_province: string
  postal_code: string
  /** ISO 3166-1, in upper case; "" if unknown. */
  country: string
  tax_numbers: TaxNumber[]
  phone: string
  email: string
  website: string
  payment_instructions: PaymentInstructions
  /** The SHA-256 of a stored logo, in hex. */
  logo: string | null
  /** `#rrggbb`. */
  color: string | null
  footer: string
  /** BCP 47; the document language for customers without one of their own. */
  language: string
  time_zone: string
  mail_from_name: string
  reply_to: string
}

/** A tax number of a customer, and when it was verified. */
interface TaxNumberLookedAt {
  type: string
  value: string
  status: string
  checked_at: number | string
}

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
  /** The verified tax numbers among them; absent if none. */
  tax_ids?: readonly TaxNumberLookedAt[] | null
  language: string | null
}

export interface Snapshot {
  seller: Seller
  customer: BilledCustomer
}

/** A stored seller: without fields that were unset, or did not exist yet. */
export type StoredSeller = Pick<Seller, 'name' | 'time_zone'> & Partial<Seller>

export interface StoredSnapshot {
  seller: StoredSeller
  customer: BilledCustomer
}

/** The logo on documents, stored by its hash. */
export interface Logo {
  /** In hex. */
  sha256: string
  /** In pixels. */
  width: number
  height: number
  content_type: 'image/png' | 'image/jpeg'
}

/** The account's profile for its documents; unset fields are absent. */
export type Profile = Partial<Omit<Seller, 'name' | 'time_zone' | 'language' | 'logo'>> & {
  logo?: Logo
  /** Set if finalize is refused while seller details are missing; never shown on documents. */
  incomplete_seller?: 'refuse'
  /** Set if parts of periods are counted in days; never shown on documents. */
  proration_unit?: 'day'
  /** The last day of closed books; never shown on documents. */
  books_closed_until?: CalendarDate
  /** Set if overpayments become credit; never shown on documents. */
  overpayment?: 'balance'
  /** Set if finalized invoices are not voided; never shown on documents. */
  void_invoices?: 'forbid'
  /** Set if credit pays open invoices as soon as it is granted; never shown on documents. */
  apply_credit?: 'when_granted'
  /** Unless it is the default, the retry plan of failed automatic payments; never shown on documents. */
  retry_plan?: RetryPlan | null
  /** Emails about automatic payment that are not sent; never shown on documents. */
  emails_off?: SwitchedEmail[]
}

let latest: { text: string; profile: Readonly<Profile> } = { text: '{}', profile: {} }

/** Parses a profile from its JSON text; the last one is cached for a run of documents of one account. */
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
 * Freezes seller and customer on the day of finalizing; the document never changes with them. Unset fields are omitted,
 * which keeps the snapshots of small profiles small.
 */
export function snapshotOf(
  account: { account_name: string; language: string; time_zone: string; profile: string },
  customer: BilledCustomer,
): StoredSnapshot {
  const { account_name, language, time_zone, profile } = account
  const {
    logo,
    incomplete_seller: _,
    proration_unit: __,
    books_closed_until: ___,
    overpayment: ____,
    void_invoices: _____,
    apply_credit: ______,
    retry_plan: _______,
    emails_off: ________,
    ...seller
  } = readProfile(profile)
  const { name, contact_name, email, phone, address_line1, address_line2, city } = customer
  const { state_province, postal_code, country, tax_exempt, tax_id, tax_ids } = customer
  return {
    seller: {
      ...seller,
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

/** The shape in which clients see it. */
const lookedAt = ({ checked_at, ...number }: TaxNumberLookedAt) => ({
  ...number,
  checked_at: typeof checked_at === 'number' ? timestamp(checked_at) : checked_at,
})

/** Reads a stored seller, with every field present. */
export function readSeller(stored: StoredSeller): Seller {
  const none = { bank_transfer: '', cheque: '', other: '' }
  return {
    ...NEVER_GIVEN,
    ...stored,
    // In a fixed property order, however they were sent.
    tax_numbers: (stored.tax_numbers ?? []).map(({ label, value }) => ({ label, value })),
    payment_instructions: { ...none, ...stored.payment_instructions },
  }
}

/** Reads the `snapshot` of a finalized invoice, with every field present. */
export function readSnapshot(stored: unknown): Snapshot {
  const { seller, customer } = stored as StoredSnapshot
  return { seller: readSeller(seller), customer }
}
