// The sample invoice that shows an account's document layout: a draft, so that it is not mistaken for a real one.

import { addDays, type CalendarDate } from './calendar.ts'
import type { DocumentCustomer, DocumentInvoice } from './document-shape.ts'
import { chooseLanguage } from './languages/choose.ts'
import { figuresOf, settle } from './settle.ts'

interface SampleOptions {
  currency: string
  language: string
  payment_terms_days: number
  today: CalendarDate
}

/** Makes a sample invoice and its customer. Pure: the same arguments give the same texts. */
export function sampleInvoice({ currency, language, payment_terms_days, today }: SampleOptions): {
  invoice: DocumentInvoice
  customer: DocumentCustomer & { country: string }
} {
  const { sample } = chooseLanguage(language).document
  const line = (quantity: string, unit_price: string) => ({
    id: null,
    description: sample.item,
    product_id: null,
    price_id: null,
    pricing: null,
    quantity,
    unit_price,
  })
  const lines = [line('3', '12000'), line('1', '45000')]
  const invoice: DocumentInvoice = {
    status: 'draft',
    number: sample.number,
    reference: '',
    currency,
    due_date: addDays(today, payment_terms_days),
    notes: '',
    ...figuresOf(settle({ currency, lines })),
    amount_paid: 0,
    amount_credited: 0,
    credit_applied_later: 0,
    credit_applied: 0,
    finalized_at: null,
  }
  return { invoice, customer: { ...NO_ADDRESS, name: sample.customer } }
}

const NO_ADDRESS = {
  address_line1: '',
  address_line2: '',
  city: '',
  state_province: '',
  postal_code: '',
  country: '',
}
