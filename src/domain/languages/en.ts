// English.
import { COUNTRIES } from '../countries.ts'
import { formatMoneyIn } from '../money.ts'
import type { Language } from './language.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const counts = new Intl.NumberFormat('en')

export const en: Language = {
  tag: 'en',
  money: (amount, currency) => formatMoneyIn('en', amount, currency),
  count: (number) => counts.format(number),
  date(date) {
    const [year, month, day] = date.split('-').map(Number)
    return `${MONTHS[(month ?? 1) - 1]} ${day}, ${year}`
  },
  country: (code) => COUNTRIES[code] ?? code,
  document: {
    invoice: 'Invoice',
    number: 'Invoice number',
    issued: 'Issued',
    due: 'Due',
    not_issued: 'Not issued yet',
    from: 'From',
    billed_to: 'Billed to',
    attention: (name) => `Attn: ${name}`,
    tax_id: 'Tax ID',
    columns: {
      description: 'Description',
      quantity: 'Quantity',
      unit_price: 'Unit price',
      amount: 'Amount',
    },
    subtotal: 'Subtotal',
    tax: 'Tax',
    total: 'Total',
    credit_applied: 'Credit applied',
    paid: 'Paid',
    amount_due: 'Amount due',
    amount_remaining: 'Remaining to pay',
    all_amounts_in: (code) => `All amounts in ${code}.`,
    marks: { draft: 'Draft', void: 'Void', paid: 'Paid' },
    test: 'Test invoice: no one owes anything by it.',
    terms: {
      pay_by: (amount, date) => `Please pay ${amount} by ${date}.`,
      draft:
        'This is a draft. It becomes an invoice when it is finalized; nothing is due until then.',
      paid: 'This invoice is settled. Thank you.',
      void: 'This invoice was cancelled. There is nothing to pay.',
    },
    states: {
      posted: (dueDate) => `Due by ${dueDate}`,
      overdue: (dueDate) => `Overdue: it was due by ${dueDate}`,
      paid: 'Paid, thank you',
      void: 'Void: there is nothing to pay',
      draft: 'Draft',
    },
    how_to_pay: 'How to pay',
    methods: { bank_transfer: 'Bank transfer', cheque: 'Cheque', other: 'Other ways' },
    notes: 'Notes',
    page: (current, count) => `Page ${current} of ${count}`,
  },
}
