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
    reference: 'PO number',
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
  mail: {
    subjects: {
      invoice: (number, seller) => `Invoice ${number} from ${seller}`,
      reminder: (number, seller, dueDate) =>
        `Reminder: invoice ${number} from ${seller}, due ${dueDate}`,
      overdue: (number, seller, dueDate) =>
        `Overdue: invoice ${number} from ${seller}, due since ${dueDate}`,
      receipt: (number, seller) => `Payment received: invoice ${number} from ${seller}`,
    },
    greeting: (name) => `Hello ${name},`,
    greeting_unnamed: 'Hello,',
    invoice: (number) => `Here is your invoice ${number}.`,
    nothing_due: 'There is nothing to pay.',
    due_soon: (number, amount, dueDate, days) =>
      `Invoice ${number} is due in ${days === 1 ? 'one day' : `${days} days`}: please pay ${amount} by ${dueDate}.`,
    due_today: (number, amount) => `Invoice ${number} is due today: please pay ${amount}.`,
    overdue: (number, amount, dueDate, days) =>
      `Invoice ${number} was due by ${dueDate}, ${days === 1 ? 'one day' : `${days} days`} ago. ${amount} is still to be paid.`,
    crossed: 'If your payment is under way already, please disregard this mail.',
    received: (amount, number) =>
      `We have received your payment of ${amount} for invoice ${number}. Thank you.`,
    paid_in_full: (number) => `Invoice ${number} is paid in full.`,
    remains: (amount) => `${amount} remains to be paid.`,
    amount_received: 'Amount received',
    received_on: 'Received on',
    paid_by: 'Paid by',
    methods: {
      card: 'Card',
      bank_transfer: 'Bank transfer',
      cheque: 'Cheque',
      cash: 'Cash',
      other: 'Other',
    },
    view: 'View the invoice',
    attached: 'The invoice is attached as a PDF.',
    reply: 'Questions? Just answer this mail.',
  },
  links: {
    subjects: {
      invitation: (account) => `Invitation to ${account}`,
      password_reset: (account) => `A new password for ${account}`,
    },
    invited: (account) => `You have been invited to work with ${account}.`,
    asked: (account) => `Somebody asked for a new password for this mail address at ${account}.`,
    helped: (account) =>
      `An administrator of ${account} has made a link for you, to set a new password.`,
    join: 'Accept the invitation',
    set_password: 'Set a new password',
    lasts: (count, unit) =>
      `The link works once, for ${count === 1 ? `one ${unit.slice(0, -1)}` : `${count} ${unit}`}. Hand it to nobody.`,
    unexpected: {
      invitation: 'If you did not expect this, disregard it: nothing happens without you.',
      password_reset:
        'If it was not you who asked, disregard this mail: your password stays as it is.',
    },
  },
  hosted: {
    download: 'Download PDF',
    missing: {
      title: 'This page does not exist',
      text: 'The address may be incomplete, or it was replaced by a newer one. Open the link from the latest mail, or ask whoever sent you the invoice.',
    },
    busy: {
      title: 'Too many attempts',
      text: 'Many addresses that do not exist were asked for from where you are. Please try again in a minute.',
    },
    down: {
      title: 'Just a moment',
      text: 'The invoice cannot be shown right now. Please try again in a minute.',
    },
  },
}
