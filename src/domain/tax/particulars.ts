// The details that the law requires on a document with tax, and which of them are missing.

import { billingError } from '../errors.ts'
import { UNION } from './places.ts'
import type { Tax } from './tax.ts'

/** A missing detail, and the property that supplies it; null if it belongs to a registration. */
export interface MissingParticular {
  code: 'document_particulars_missing'
  param: string | null
  message: string
}

interface Address {
  address_line1?: string | null
  city?: string | null
  country?: string | null
}

export interface Particulars {
  currency: string
  total: number
  taxes: readonly Pick<Tax, 'name' | 'country' | 'category' | 'registration'>[]
  seller: Address
  customer: Address
}

/**
 * From this total, a document in Canadian dollars must show the supplier's registration number (Input Tax Credit
 * Information (GST/HST) Regulations, SOR/91-45, section 3, with the amounts in force since 2021-04-20). From 500.00 it
 * must also show the recipient, the terms of payment and what was supplied, which every invoice does.
 */
const CANADIAN_NUMBER_FROM = 10_000

const isAddress = ({ address_line1, city, country }: Address): boolean =>
  Boolean(country && (address_line1 || city))

/** The missing details that the taxes of a document require. */
export function particularsMissing({
  currency,
  total,
  taxes,
  seller,
  customer,
}: Particulars): MissingParticular[] {
  const missing: MissingParticular[] = []
  const add = (param: string | null, message: string) =>
    missing.push({ code: 'document_particulars_missing', param, message })
  const charged = taxes.filter(({ category }) => NEEDS.has(category))
  // Documents with EU taxes must show the details of Directive 2006/112/EC, article 226.
  const isUnion = charged.some(({ country }) => UNION.has(country))
  for (const { name, country, registration } of charged) {
    const isSmall = country === 'CA' && currency === 'cad' && total < CANADIAN_NUMBER_FROM
    // No US state requires the number on an invoice.
    if (registration !== '' || isSmall || country === 'US') continue
    const called = name === '' ? 'VAT' : name
    add(
      null,
      `The document has to show your registration number for ${called}. Add it to the registration.`,
    )
  }
  if (isUnion && !isAddress(seller)) {
    add(
      'address_line1',
      'The document has to show your address. Set address_line1, city and country of the account.',
    )
  }
  if (isUnion && !isAddress(customer)) {
    add(
      'customer_id',
      "The document has to show the customer's address. Set address_line1, city and country of the customer.",
    )
  }
  return missing
}

const NEEDS: ReadonlySet<string> = new Set(['standard', 'reduced', 'reverse_charge'])

/** Throws `document_particulars_missing`, naming everything that is missing. */
export function assertParticulars(missing: readonly MissingParticular[]): void {
  if (missing.length === 0) return
  const messages = missing.map(({ message }) => message).join(' ')
  throw billingError('document_particulars_missing', messages, {
    errors: missing.map(({ param, message }) => ({
      param,
      code: 'document_particulars_missing',
      message,
    })),
  })
}
