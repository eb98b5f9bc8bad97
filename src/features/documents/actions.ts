// The PDF of an invoice: what it shows is loaded, formatted and set.

import { invoiceDocument } from '../../domain/document.ts'
import type { InvoiceDocument } from '../../domain/document-shape.ts'
import type { Heavy } from '../../platform/db/heavy.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { findLogo } from '../account-settings/store.ts'
import type { ReadInvoice } from '../invoices/record.ts'
import { findInvoices } from '../invoices/store.ts'
import { findParties, type Parties } from './store.ts'

export interface Pdf {
  pdf: Buffer
  /** PDF/A-3b, unless the archive format could not hold the document. */
  standard: 'PDF/A-3b' | 'none'
}

export interface Wanted {
  environment_id: number
  /** Two-letter codes of seller and buyer; "" where unknown. */
  countries: readonly string[]
  document: InvoiceDocument
  logo: { content_type: 'image/png' | 'image/jpeg'; data: Buffer } | undefined
  /** The date in the file, in milliseconds since 1970. */
  at: number
}

/** Sets documents; made once, by whoever starts the service. */
export interface Typesetter {
  set(wanted: Wanted): Promise<Pdf>
}

export interface InvoicePdf extends Pdf {
  /** `INV-000042.pdf`. */
  filename: string
}

/**
 * The PDF of an invoice as it stands; undefined when there is no such invoice. Throws `unavailable`
 * when too many are waiting or this one takes too long; whoever asks may try again.
 */
export function renderInvoicePdf(
  { heavy, typesetter }: { heavy: Heavy; typesetter: Typesetter },
  key: RowKey,
): Promise<InvoicePdf | undefined> {
  return heavy.during('pdf', async () => {
    const shown = await heavy.read((db) => findShown(db, key))
    return shown && (await setInvoice(typesetter, key, shown))
  })
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

async function setInvoice(
  typesetter: Typesetter,
  key: RowKey,
  { invoice, seller, customer, mode, logo }: Shown,
): Promise<InvoicePdf> {
  const made = await typesetter.set({
    environment_id: key.environment_id,
    countries: [seller.country, customer.country],
    document: invoiceDocument(invoice, { seller, customer }, { mode }),
    logo,
    at: invoice.finalized_at ?? invoice.updated_at,
  })
  return { ...made, filename: `${invoice.number}.pdf` }
}
