// The seller in the demo: an invented company with everything a document can show.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountPatch, LogoCreate } from '../features/account-settings/schemas.ts'
import type { TaxRegistrationCreate } from '../features/tax-registrations/schemas.ts'
import { TIME_ZONE } from './plan.ts'

export const DEMO_NAME = 'Demo: Tidewater Scheduling'

/** Numbers that no bank or tax office has assigned. */
export const SELLER: AccountPatch = {
  legal_name: 'Tidewater Scheduling Inc.',
  address_line1: '1505 Barrington Street',
  address_line2: 'Floor 4',
  city: 'Halifax',
  state_province: 'NS',
  postal_code: 'B3J 3K5',
  country: 'CA',
  phone: '+1 902 555 0142',
  email: 'billing@tidewater.example',
  reply_to: 'billing@tidewater.example',
  mail_from_name: 'Tidewater Scheduling',
  website: 'https://tidewater.example',
  automatic_tax: true,
  default_currency: 'cad',
  time_zone: TIME_ZONE,
  language: 'en',
  payment_terms_days: 30,
  payment_instructions: {
    bank_transfer: 'Demo Bank, Halifax\nTransit 00000, institution 000, account 000 0000',
    cheque: 'Tidewater Scheduling Inc., 1505 Barrington Street, Halifax NS  B3J 3K5',
  },
  color: '#0f766e',
  footer: 'Thank you for your business.',
  reminder_days: [-3, 3, 14, 30],
}

/** Where it collects taxes; the treatment of exports and other provinces follows from that. */
export const REGISTRATIONS: readonly TaxRegistrationCreate[] = [
  { country: 'CA', number: '10000 0000 RT0001', valid_from: '2010-01-01' },
  { country: 'CA', region: 'QC', number: '1000000000 TQ0001', valid_from: '2010-01-01' },
]

export function sellerLogo(): LogoCreate {
  const data = readFileSync(join(import.meta.dirname, 'logo.png')).toString('base64')
  return { content_type: 'image/png', data }
}

/** A receiver that cannot exist (RFC 2606), to show what failing deliveries look like. */
export const ENDPOINT = {
  url: 'https://erp.tidewater.invalid/hooks/billing',
  description: 'Fails on purpose: this receiver does not exist.',
  enabled_events: ['invoice.finalized', 'invoice.paid'],
}
