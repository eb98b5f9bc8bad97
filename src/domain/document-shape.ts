// The shape of a document, and of the invoice data that it is made from.
import type { Invoice, InvoiceStatus } from './invoice.ts'
import type { PostalAddress } from './postal-address.ts'

type Optional<T> = { [Key in keyof T]?: T[Key] | null | undefined }

/** The seller details on a document: frozen at finalize; for a draft, the current settings. */
export interface DocumentSeller
  extends PostalAddress,
    Optional<{
      legal_name: string
      phone: string
      email: string
      website: string
      language: string
      tax_numbers: readonly { label: string; value: string }[]
      payment_instructions: Optional<Record<'bank_transfer' | 'cheque' | 'other', string>>
      logo: string
      color: string
      footer: string
    }> {
  name: string
  time_zone: string
}

/** The customer details on a document: frozen at finalize; for a draft, the current ones. */
export interface DocumentCustomer
  extends PostalAddress,
    Optional<{
      contact_name: string
      email: string
      tax_id: string
      tax_ids: readonly { type: string; value: string; status: string }[]
      language: string
    }> {
  name: string
}

export interface DocumentParties {
  seller: DocumentSeller
  customer: DocumentCustomer
}

/** The fields of an invoice that its document uses. */
export interface DocumentInvoice
  extends Pick<
    Invoice,
    | 'status'
    | 'number'
    | 'currency'
    | 'due_date'
    | 'notes'
    | 'line_items'
    | 'subtotal'
    | 'discount'
    | 'discounts'
    | 'tax'
    | 'tax_included'
    | 'taxes'
    | 'total'
    | 'amount_due'
    | 'amount_paid'
    | 'amount_credited'
    | 'credit_applied'
    | 'credit_applied_later'
    | 'finalized_at'
  > {
  /** The buyer's purchase order number; "" if unset. */
  reference: string
  supply_date?: string | null
  /** The number of the invoice that it adds to. */
  related_number?: string | null
}

export interface DocumentOptions {
  mode: 'test' | 'live'
  /** Takes precedence over the languages of customer and seller. */
  language?: string | undefined
}

export interface Labelled {
  label: string
  value: string
}

export interface DocumentParty {
  heading: string
  name: string
  /** Address and contact details, one per line. */
  lines: string[]
  tax_numbers: Labelled[]
}

/** A row of the summary below the lines; a template chooses its style by `kind`. */
export interface SummaryRow extends Labelled {
  kind:
    | 'subtotal'
    | 'discount'
    | 'tax'
    | 'total'
    | 'tax_included'
    | 'credit_applied'
    | 'credited'
    | 'paid'
}

/** All texts of the document, formatted in one language. Figures are formatted text and never recomputed. */
export interface InvoiceDocument {
  language: string
  /** For the title of a window, a tab or a file. */
  title: string
  heading: string
  number: string
  /** The watermark, if any. */
  mark: { kind: 'draft' | 'void' | 'paid'; text: string } | null
  /** The notice on documents of a test environment; null in live environments. */
  test: string | null
  state: { status: InvoiceStatus; text: string }
  /** Lower-case SHA-256 of the logo's bytes, and a color like #1a2b3c. */
  logo: string | null
  color: string | null
  seller: DocumentParty
  buyer: DocumentParty
  /** Number, dates and the buyer's reference. */
  facts: Labelled[]
  /** With `date`, as statements have it, lines show no quantity. */
  columns: {
    date?: string
    description: string
    quantity: string
    unit_price: string
    amount: string
  }
  lines: {
    date?: string
    description: string
    quantity: string
    /** Empty if the line has no single unit price. */
    unit_price: string
    amount: string
    /** How the amount was computed, where quantity and unit price do not show it. */
    detail?: string
  }[]
  summary: SummaryRow[]
  /** Statements about taxes that the law requires, such as that the customer owes them. */
  legal: string[]
  /** The figure in large type: the amount still to be paid, or the total of a void invoice. */
  due: Labelled
  /** The request to the reader, such as when to pay. */
  terms: string
  currency: string
  payment: { heading: string; ways: { label: string; text: string }[] } | null
  notes: { heading: string; text: string } | null
  footer: string
  /** The template of "Page 2 of 3", with {page} and {pages} as placeholders. */
  page: string
}
