// A sample invoice as PDF, with an account's settings and unsaved changes to them.

import { dateIn } from '../../domain/calendar.ts'
import { invoiceDocument } from '../../domain/document.ts'
import { sampleInvoice } from '../../domain/sample-invoice.ts'
import { readSeller } from '../../domain/snapshot.ts'
import type { Heavy } from '../../platform/db/heavy.ts'
import { findLogo, getSettings } from '../account-settings/store.ts'
import type { Pdf, Typesetter } from './deliver.ts'

export interface Tried {
  color?: string | undefined
  footer?: string | undefined
}

interface SampleParts {
  heavy: Heavy
  typesetter: Typesetter
  wallNow(): number
}

/** Typeset like every document. Unsaved settings override stored ones and are not stored. */
export function renderSample(
  { heavy, typesetter, wallNow }: SampleParts,
  { environment_id, mode }: { environment_id: number; mode: 'test' | 'live' },
  { color, footer }: Tried,
): Promise<Pdf> {
  return heavy.during('pdf', async () => {
    const { settings, logo } = await heavy.read(async (db) => {
      const settings = await getSettings(db, environment_id)
      const { logo } = settings.profile
      return { settings, logo: logo && (await findLogo(db, environment_id, logo.sha256)) }
    })
    const { name, time_zone, language, default_currency, payment_terms_days } = settings
    const {
      logo: kept,
      incomplete_seller: _,
      proration_unit: __,
      books_closed_until: ___,
      overpayment: ____,
      void_invoices: _____,
      apply_credit: ______,
      retry_plan: _______,
      emails_off: ________,
      ...sellerProfile
    } = settings.profile
    const seller = readSeller({
      ...sellerProfile,
      name,
      time_zone,
      language,
      logo: kept?.sha256 ?? null,
    })
    const at = wallNow()
    const today = dateIn(at, time_zone)
    const of = { currency: default_currency, language, payment_terms_days, today }
    const { invoice, customer } = sampleInvoice(of)
    const shown = {
      ...seller,
      color: color?.toLowerCase() ?? seller.color,
      footer: footer ?? seller.footer,
    }
    return typesetter.set({
      environment_id,
      countries: [seller.country],
      document: invoiceDocument(invoice, { seller: shown, customer }, { mode }),
      logo,
      at,
    })
  })
}
