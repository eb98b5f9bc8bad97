// Seller details that customers expect on an invoice and that are missing: who it is from, and where to reply.

import { billingError } from './errors.ts'
import type { Profile } from './snapshot.ts'

/** How finalize treats missing details. */
export const INCOMPLETE_SELLER = ['warn', 'refuse'] as const

/** The name of an account that was never renamed. */
const UNNAMED = 'Default'

export interface Missing {
  code:
    | 'seller_name_missing'
    | 'seller_address_missing'
    | 'seller_reply_to_missing'
    | 'mail_server_missing'
  /** The account setting that supplies it; null if it is a server setting. */
  param: 'legal_name' | 'address_line1' | 'reply_to' | null
  message: string
}

export interface SellerFacts {
  mode: 'test' | 'live'
  name: string
  profile: Pick<Profile, 'legal_name' | 'address_line1' | 'country' | 'reply_to' | 'email'>
  /** True if the server has a mail server configured. */
  has_mail_server: boolean
}

/** The missing details, in document order. Test environments need no mail server, since they send no email. */
export function missingOf({ mode, name, profile, has_mail_server }: SellerFacts): Missing[] {
  const { legal_name, address_line1, country, reply_to, email } = profile
  const missing: Missing[] = []
  if (!legal_name && name === UNNAMED) {
    const message = `The seller has no name: invoices are from "${UNNAMED}". Set legal_name or name of the account.`
    missing.push({ code: 'seller_name_missing', param: 'legal_name', message })
  }
  if (!address_line1 || !country) {
    const message = 'The seller has no address. Set address_line1, city and country of the account.'
    missing.push({ code: 'seller_address_missing', param: 'address_line1', message })
  }
  if (!reply_to && !email) {
    const message = 'Customers have no address to reply to. Set reply_to or email of the account.'
    missing.push({ code: 'seller_reply_to_missing', param: 'reply_to', message })
  }
  if (mode === 'live' && !has_mail_server) {
    const message =
      'This server cannot send emails. Set SMTP_URL and MAIL_FROM on the server, or send the document yourself.'
    missing.push({ code: 'mail_server_missing', param: null, message })
  }
  return missing
}

/** Throws `seller_incomplete` if details are missing. */
export function assertComplete(missing: readonly Missing[]): void {
  if (missing.length === 0) return
  const messages = missing.map(({ message }) => message).join(' ')
  throw billingError(
    'seller_incomplete',
    `You cannot finalize invoices until your business details are complete. ${messages}`,
    {
      errors: missing.map(({ param, message }) => ({ param, code: 'seller_incomplete', message })),
    },
  )
}
