// The PDF of an invoice: made on its first delivery, and stored for later ones.

import type { Pool } from 'pg'
import { noteDocument } from '../../domain/credit-note-document.ts'
import { asFinalized, invoiceDocument } from '../../domain/document.ts'
import type { InvoiceDocument } from '../../domain/document-shape.ts'
import type { Heavy } from '../../platform/db/heavy.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { unavailable } from '../../platform/refusal.ts'
import { version } from '../../platform/version.ts'
import { findLogo } from '../account-settings/store.ts'
import { type CreditNote, creditNotes } from '../credit-notes/record.ts'
import type { ReadInvoice } from '../invoices/record.ts'
import { findInvoices } from '../invoices/store.ts'
import { findDelivered, findParties, keepDelivered, type Parties, sha256Of } from './store.ts'

export interface Pdf {
  pdf: Buffer
  /** PDF/A-3b, unless the document does not fit that format. */
  standard: 'PDF/A-3b' | 'none'
}

export interface Wanted {
  environment_id: number
  /** Two-letter codes of seller and buyer; "" if unknown. */
  countries: readonly string[]
  document: InvoiceDocument
  logo: { content_type: 'image/png' | 'image/jpeg'; data: Buffer } | undefined
  /** The date in the file, in milliseconds since 1970. */
  at: number
}

/** Typesets documents; one instance per service. */
export interface Typesetter {
  set(wanted: Wanted): Promise<Pdf>
}

export interface InvoicePdf extends Pdf {
  /** `INV-000042.pdf`. */
  filename: string
  /** Lower-case hexadecimal. */
  sha256: string
}

export interface Delivery {
  pool: Pool
  typesetter: Typesetter
  heavy: Pick<Heavy, 'read' | 'during'>
  wallNow(): number
}

/** The number of times a PDF is made again if its invoice changes meanwhile. */
const TRIES_MOST = 5

/**
 * The PDF of an invoice; undefined if the invoice does not exist. A finalized invoice has the bytes of its first
 * delivery, whichever version of the program made them. Throws `unavailable` if too many PDFs are waiting or this one
 * takes too long; a later request can succeed.
 */
export function deliverInvoicePdf(
  delivery: Delivery,
  key: RowKey,
): Promise<InvoicePdf | undefined> {
  const { pool, typesetter, heavy, wallNow } = delivery
  return heavy.during('pdf', async () => {
    for (let tries = 0; tries < TRIES_MOST; tries++) {
      const found = await heavy.read((db) => findDelivered(db, key))
      if (!found) return undefined
      const { number, row_version, pdf, sha256, standard } = found
      const filename = `${number}.pdf`
      if (pdf && sha256 && standard) return { pdf, sha256, standard, filename }
      const shown = await heavy.read((db) => findShown(db, key))
      if (!shown) return undefined
      const made = await setInvoice(typesetter, key, shown)
      const answer = { ...made, sha256: sha256Of(made.pdf), filename }
      if (shown.invoice.finalized_at === null) return answer
      const kind = shown.invoice.status === 'void' ? 'void' : 'invoice'
      const kept = { ...answer, kind, version: version(), created_at: wallNow() } as const
      if (await keepDelivered(pool, key, row_version, kept)) return answer
    }
    throw unavailable('The invoice is being changed. Try again in a moment.')
  })
}

/**
 * The PDF of a credit note; undefined if it does not exist. It is made for each request: the note and its invoice never
 * change, except that the note can become void.
 */
export function deliverNotePdf(
  { typesetter, heavy }: Pick<Delivery, 'typesetter' | 'heavy'>,
  key: RowKey,
): Promise<InvoicePdf | undefined> {
  return heavy.during('pdf', async () => {
    const shown = await heavy.read((db) => findShownNote(db, key))
    if (!shown) return undefined
    const { note, invoice, seller, customer, mode, logo } = shown
    const made = await typesetter.set({
      environment_id: note.environment_id,
      countries: [seller.country, customer.country],
      document: noteDocument(note, invoice, { seller, customer }, { mode }),
      logo,
      // Not the time of the last delivery: an email then has the same bytes as a download.
      at: note.voided_at ?? note.created_at,
    })
    return { ...made, sha256: sha256Of(made.pdf), filename: `${note.number}.pdf` }
  })
}

async function findShownNote(
  db: Db,
  key: RowKey,
): Promise<(Shown & { note: CreditNote }) | undefined> {
  const [note] = await creditNotes.find(db, [key])
  const shown =
    note && (await findShown(db, { environment_id: note.environment_id, id: note.invoice_id }))
  return shown && { ...shown, note }
}

interface Shown extends Parties {
  invoice: ReadInvoice
  logo: Wanted['logo']
}

async function findShown(db: Db, key: RowKey): Promise<Shown | undefined> {
  const [[invoice], parties] = await Promise.all([findInvoices(db, [key]), findParties(db, key)])
  if (!invoice || !parties) return undefined
  const { logo: hash } = parties.seller
  const logo = hash ? await findLogo(db, key.environment_id, hash) : undefined
  return { ...parties, invoice, logo }
}

function setInvoice(
  typesetter: Typesetter,
  key: RowKey,
  { invoice, seller, customer, mode, logo }: Shown,
): Promise<Pdf> {
  return typesetter.set({
    environment_id: key.environment_id,
    countries: [seller.country, customer.country],
    document: invoiceDocument(asFinalized(invoice), { seller, customer }, { mode }),
    logo,
    at: invoice.finalized_at ?? invoice.updated_at,
  })
}
