// Prepares an email for sending: its texts and its document, the same in every attempt.

import type { Pool } from 'pg'
import { isTimely } from '../../domain/mail.ts'
import { invariant } from '../../invariant.ts'
import type { OutgoingMail } from '../../platform/outgoing/mail.ts'
import {
  type Delivery,
  deliverInvoicePdf,
  deliverNotePdf,
  type Typesetter,
} from '../documents/deliver.ts'
import type { EmailWithTexts } from '../outbox/store.ts'
import type { Read } from '../service.ts'
import { keepTexts } from './store.ts'
import {
  documentOf,
  findMailedInvoice,
  type InvoiceEmail,
  isAboutInvoice,
  type MailedInvoice,
  noticeTextsOf,
  textsOf,
} from './texts.ts'

export interface ReadyParts {
  pool: Pool
  typesetter: Typesetter
  publicUrl(): string
  read: Read
  wallNow(): number
}

/** After this many attempts, an email is sent without a document that cannot be made. */
const PDF_TRIES_MOST = 2

/**
 * The email to send. Returns `overtaken` if its content is outdated, `lost` if another process has the lease; an error
 * if its document cannot be created, which is retried.
 */
export async function ready(
  parts: ReadyParts,
  email: EmailWithTexts,
): Promise<OutgoingMail | 'overtaken' | 'lost' | { error: string }> {
  if (!isAboutInvoice(email)) {
    const texts = storedTexts(email) ?? (await noticeTextsOf(parts.read, email, 'live'))
    const isKept = await keepTexts(parts.pool, email, { ...texts, attached: false })
    return isKept ? { ...envelopeOf(email), ...texts, attachments: [] } : 'lost'
  }
  const { invoice_id } = email
  const mailed = await findMailedInvoice(parts.read, email)
  invariant(mailed, `Email ${email.id} is about invoice ${invoice_id}, which does not exist.`)
  const { invoice, note } = mailed
  if (!isTimely(email.kind, (note ?? invoice).status)) return 'overtaken'
  const pdf = await attachmentOf(parts, email, mailed)
  if (pdf instanceof Error) return { error: `The PDF could not be created: ${pdf.message}` }
  const texts = await textsToSend(parts, email, mailed, pdf !== null)
  if (!texts) return 'lost'
  return {
    ...envelopeOf(email),
    ...texts,
    attachments: pdf
      ? [
          {
            filename: `${(note ?? invoice).number}.pdf`,
            contentType: 'application/pdf',
            content: pdf,
          },
        ]
      : [],
  }
}

const envelopeOf = (email: EmailWithTexts) => ({
  message_id: email.message_id,
  date: email.created_at,
  from: { name: email.from_name, address: email.from_address },
  to: { name: email.to_name, address: email.to_address },
  cc: email.cc_addresses.map((address) => ({ name: '', address })),
  reply_to: email.reply_to === '' ? null : { name: '', address: email.reply_to },
  subject: email.subject,
})

/** The texts of an earlier attempt. */
const storedTexts = ({ text, html }: EmailWithTexts) =>
  text === null || html === null ? undefined : { text, html }

/** The attachment; null if the email is sent without one because the document cannot be made. */
async function attachmentOf(
  parts: ReadyParts,
  email: EmailWithTexts & InvoiceEmail,
  mailed: MailedInvoice,
): Promise<Buffer | Error | null> {
  if (email.attached === false) return null
  // An error in the texts of a document is not an error of the typesetter; the email is not sent.
  documentOf(email, mailed, 'live')
  const { environment_id } = email
  const delivery = unqueued(parts)
  try {
    const made = mailed.note
      ? await deliverNotePdf(delivery, mailed.note)
      : await deliverInvoicePdf(delivery, { environment_id, id: mailed.invoice.id })
    return made?.pdf ?? null
  } catch (error) {
    const mayGoWithout = email.attached === null && email.attempts >= PDF_TRIES_MOST
    return mayGoWithout ? null : (error as Error)
  }
}

/** A delivery without a request, which takes no place in the request queue. */
function unqueued({ pool, typesetter, wallNow }: ReadyParts): Delivery {
  const heavy: Delivery['heavy'] = { read: (work) => work(pool), during: (_, work) => work() }
  return { pool, typesetter, heavy, wallNow }
}

/** The stored texts, or new ones that are now stored; undefined if the lease is lost. */
async function textsToSend(
  { pool, publicUrl }: ReadyParts,
  email: EmailWithTexts & InvoiceEmail,
  mailed: MailedInvoice,
  attached: boolean,
): Promise<{ text: string; html: string } | undefined> {
  const stored = storedTexts(email)
  if (stored) return stored
  const texts = textsOf(email, mailed, { mode: 'live', publicUrl: publicUrl(), attached })
  return (await keepTexts(pool, email, { ...texts, attached })) ? texts : undefined
}
