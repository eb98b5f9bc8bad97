// What a document is made of, and what it is: the shapes between an invoice and those who read it.
import type { Invoice, InvoiceStatus } from './invoice.ts'
import type { PostalAddress } from './postal-address.ts'

type Optional<T> = { [Key in keyof T]?: T[Key] | null | undefined }

/** What a document shows of the seller: frozen at finalize, the settings of today for a draft. */
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

/** What a document shows of the customer: frozen at finalize, as it is now for a draft. */
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

/** The members of an invoice that a document is made of. */
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
    | 'credit_applied'
    | 'finalized_at'
  > {
  /** The buyer's purchase order number; "" when there is none. */
  reference: string
}

export interface DocumentOptions {
  mode: 'test' | 'live'
  /** Comes before the languages of customer and seller. */
  language?: string | undefined
}

export interface Labelled {
  label: string
  value: string
}

export interface DocumentParty {
  heading: string
  name: string
  /** Address and ways to reach them, one a line. */
  lines: string[]
  tax_numbers: Labelled[]
}

/** A row of the summary below the lines; `kind` tells a template how to set it. */
export interface SummaryRow extends Labelled {
  kind: 'subtotal' | 'discount' | 'tax' | 'total' | 'tax_included' | 'credit_applied' | 'paid'
}

/** All texts of the document, readable and in one language. Figures are written out, never computed again. */
export interface InvoiceDocument {
  language: string
  /** For a window, a tab, the properties of a file. */
  title: string
  heading: string
  number: string
  /** What is written across it, if anything. */
  mark: { kind: 'draft' | 'void' | 'paid'; text: string } | null
  /** What the document of a test environment says of itself; null in live ones. */
  test: string | null
  state: { status: InvoiceStatus; text: string }
  /** Lowercase SHA-256 of the logo's bytes, and a colour like #1a2b3c. */
  logo: string | null
  color: string | null
  seller: DocumentParty
  buyer: DocumentParty
  /** Number, dates and the buyer's reference. */
  facts: Labelled[]
  columns: { description: string; quantity: string; unit_price: string; amount: string }
  lines: {
    description: string
    quantity: string
    /** Empty where there is no single one. */
    unit_price: string
    amount: string
    /** How the amount came about, where quantity and unit price do not say it. */
    detail?: string
  }[]
  summary: SummaryRow[]
  /** What the law wants said of its taxes, such as that the customer owes them. */
  legal: string[]
  /** The figure shown large: what is still to be paid, or the total of what was cancelled. */
  due: Labelled
  /** What the reader is asked to do. */
  terms: string
  currency: string
  payment: { heading: string; ways: { label: string; text: string }[] } | null
  notes: { heading: string; text: string } | null
  footer: string
  /** Of "Page 2 of 3": with {page} and {pages} for the figures. */
  page: string
}
