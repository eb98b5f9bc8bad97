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
    invoice_date: 'Invoice date',
    due: 'Due date',
    reference: 'PO number',
    not_finalized: 'Not finalized yet',
    from: 'From',
    billed_to: 'Bill to',
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
    tax_names: {},
    tax_categories: {
      zero: 'Zero-rated',
      exempt: 'Tax exempt',
      reverse_charge: 'Reverse charge',
      outside_scope: 'Outside the scope of VAT',
      export: 'Zero-rated export',
    },
    period_heading: 'Period',
    supply_date: 'Date of supply',
    relates_to: 'Relates to invoice',
    supplied: (date) => `Supplied ${date}`,
    minimum: (product, minimum, billed) => `Minimum for ${product}: ${minimum}, billed ${billed}`,
    minimumOfAll: (product, minimum, billed) =>
      `Minimum of the subscription${product === undefined ? '' : `, ${product}`}: ${minimum}, billed ${billed}`,
    unused: (number, amount, parts) => `Credit note ${number} for ${amount}: unused time, ${parts}`,
    period: (first, last) => `${first} – ${last}`,
    percent: (figure) => `${figure}%`,
    tax_on: (tax, base) => `${tax} on ${base}`,
    tax_included: (tax) => `Includes ${tax}`,
    references: {},
    total: 'Total',
    credit_applied: 'Credit applied',
    credited: 'Credit notes',
    credit_note: {
      heading: 'Credit note',
      number: 'Credit note number',
      date: 'Date',
      invoice: 'Corrects invoice',
      total: 'Total credited',
      unused_time: 'It returns the unused time of a subscription.',
      to_open: (amount, invoice) =>
        `${amount} is taken off what is to be paid of invoice ${invoice}.`,
      to_balance: (amount) => `${amount} is added to your credit, which pays your invoices.`,
      refund: (amount) => `${amount} is refunded to you.`,
      outside: (amount) => `${amount} was returned to you.`,
      void: 'This credit note is void.',
      test: 'Test credit note – not valid.',
    },
    statement: {
      heading: 'Account statement',
      customer: 'Customer number',
      columns: { date: 'Date', amount: 'Amount', balance: 'Balance' },
      opening: 'Opening balance',
      charges: 'Charges',
      payments: 'Payments and credits',
      closing: 'Closing balance',
      nothing_due: 'No payment is due.',
      kinds: {
        invoice_finalized: (invoice) => `Invoice ${invoice}`,
        invoice_voided: (invoice) => `Invoice ${invoice} voided`,
        credit_granted: () => 'Credit added',
        credit_expired: () => 'Credit removed',
        credit_applied: (invoice) => `Credit applied to invoice ${invoice}`,
        credit_restored: (invoice) => `Credit returned from invoice ${invoice}`,
        payment_settled: (invoice) => (invoice ? `Payment of invoice ${invoice}` : 'Payment'),
        payment_reversed: (invoice) =>
          invoice ? `Payment of invoice ${invoice} reversed` : 'Payment reversed',
        payment_allocated: () => 'Payment added to credit',
        payment_deallocated: () => 'Payment taken off credit',
        credit_note_issued: (invoice, note) => `Credit note ${note} for invoice ${invoice}`,
        credit_note_voided: (_, note) => `Credit note ${note} voided`,
        refund_succeeded: () => 'Refund paid',
        refund_failed: () => 'Refund failed',
        refund_moved: () => 'Refund added to credit',
        dispute_withdrawn: () => 'Payment disputed',
        dispute_returned: () => 'Disputed payment returned',
      },
      credit_change: (amount) => `Credit ${amount}`,
      refund_change: (amount) => `To be refunded ${amount}`,
      credit_left: (amount) => `Your credit is ${amount}.`,
      refunds_left: (amount) => `${amount} is still to be refunded to you.`,
      test: 'Test statement – do not pay.',
    },
    paid: 'Paid',
    amount_due: 'Amount due',
    amount_remaining: 'Balance due',
    all_amounts_in: (code) => `All amounts in ${code}.`,
    marks: { draft: 'Draft', void: 'Void', paid: 'Paid' },
    test: 'Test invoice – do not pay.',
    sample: { number: 'SAMPLE', customer: 'Sample customer', item: 'Sample item' },
    terms: {
      pay_by: (amount, date) => `Please pay ${amount} by ${date}.`,
      overdue: (amount, date) =>
        `This invoice was due on ${date}. Please pay ${amount} as soon as possible.`,
      draft: 'This is a draft. No payment is due yet.',
      paid: 'This invoice is paid. Thank you.',
      void: 'This invoice is void. No payment is due.',
    },
    states: {
      posted: (dueDate) => `Due ${dueDate}`,
      overdue: (dueDate) => `Overdue, was due on ${dueDate}`,
      paid: 'Paid. Thank you.',
      void: 'Void. Nothing to pay.',
      draft: 'Draft',
    },
    how_to_pay: 'How to pay',
    methods: { bank_transfer: 'Bank transfer', cheque: 'Check', other: 'Other' },
    notes: 'Notes',
    page: (current, count) => `Page ${current} of ${count}`,
  },
  mail: {
    subjects: {
      invoice: (number, seller) => `Invoice ${number} from ${seller}`,
      reminder: (number, seller, dueDate) =>
        `Reminder: invoice ${number} from ${seller}, due ${dueDate}`,
      overdue: (number, seller, dueDate) =>
        `Overdue: invoice ${number} from ${seller}, due ${dueDate}`,
      receipt: (number, seller) => `Payment received: invoice ${number} from ${seller}`,
      credit_note: (number, seller) => `Credit note ${number} from ${seller}`,
      payment_failed: (number, seller) => `Payment failed: invoice ${number} from ${seller}`,
      payment_failed_again: (number, seller) =>
        `Payment failed again: invoice ${number} from ${seller}`,
      card_expiring: (seller) => `Your card expires soon: ${seller}`,
      collection_ended: (number, seller) => `Final notice: invoice ${number} from ${seller}`,
      confirm_payment: (number, seller) => `Confirm your payment: invoice ${number} from ${seller}`,
      price_change: (product, date) => `New price of ${product} from ${date}`,
    },
    greeting: (name) => `Hi ${name},`,
    greeting_unnamed: 'Hi,',
    invoice: (number) => `Here is your invoice ${number}.`,
    reasons: {
      change: (items) => `It bills a change of your subscription: ${items}.`,
      cancel: (items) => `It bills what was open when your subscription ended: ${items}.`,
    },
    credit_note: (number, invoice) =>
      `Here is your credit note ${number}, which corrects invoice ${invoice}.`,
    nothing_due: 'No payment is due.',
    charged: (method) =>
      `The amount will be charged automatically to ${method}. You do not have to do anything.`,
    account: 'account',
    saved_method: 'your saved payment method',
    charge_failed: (amount, number) =>
      `We could not charge ${amount} for invoice ${number} to your saved payment method. Please pay it online, with another card or account if necessary.`,
    charge_failed_again: (amount, number) =>
      `We tried again to charge ${amount} for invoice ${number}, but the payment failed. Please pay it online, or save another card or account there.`,
    card_expires: (card, month) =>
      `The card that pays your invoices automatically, ${card}, expires soon${month && `: it is valid until ${month}`}.`,
    card_replaced:
      'Please pay your next invoice online with another card and save it there, or reply to this email.',
    tries_again: (date) => `We will try again on ${date}.`,
    not_collected: (amount, number) =>
      `We could not charge ${amount} for invoice ${number} and will not try again. The amount is still due. Please pay it online.`,
    collection_ends: {
      past_due: 'If you need more time, please reply to this email.',
      cancel: 'Your subscription has been canceled.',
      pause: 'Your subscription is paused. It resumes as soon as the invoice is paid.',
      write_off: 'If you need more time, please reply to this email.',
    },
    confirm_payment: (amount, number) =>
      `Your bank asks you to confirm the payment of ${amount} for invoice ${number}. Open the invoice to confirm it.`,
    pay: 'Pay invoice',
    due_soon: (number, amount, dueDate, days) =>
      `Invoice ${number} is due ${days === 1 ? 'tomorrow' : `in ${days} days`}. Please pay ${amount} by ${dueDate}.`,
    due_today: (number, amount) => `Invoice ${number} is due today. Please pay ${amount}.`,
    overdue: (number, amount, dueDate, days) =>
      `Invoice ${number} was due on ${dueDate} and is ${days === 1 ? '1 day' : `${days} days`} overdue. Please pay ${amount}.`,
    crossed: 'If you already paid, please ignore this email.',
    received: (amount, number) =>
      `We received your payment of ${amount} for invoice ${number}. Thank you.`,
    paid_in_full: (number) => `Invoice ${number} is paid in full.`,
    remains: (amount) => `Balance due: ${amount}.`,
    amount_received: 'Amount received',
    received_on: 'Payment date',
    paid_by: 'Payment method',
    methods: {
      card: 'Card',
      bank_transfer: 'Bank transfer',
      cheque: 'Check',
      cash: 'Cash',
      other: 'Other',
      gateway: 'Online payment',
    },
    about: {
      invoice: { view: 'View invoice', attached: 'The invoice is attached as a PDF.' },
      credit_note: { view: 'View credit note', attached: 'The credit note is attached as a PDF.' },
    },
    price_change: (product, { before, after, date }) =>
      `From ${date}, your subscription to ${product} costs ${after} instead of ${before}.`,
    price_change_terms:
      'These amounts are before discounts and taxes. You do not have to do anything.',
    current_price: 'Current price',
    new_price: 'New price',
    product: 'Product',
    starts_on: 'First day',
    per: {
      day: (count) => (count === 1 ? 'per day' : `every ${count} days`),
      week: (count) => (count === 1 ? 'per week' : `every ${count} weeks`),
      month: (count) => (count === 1 ? 'per month' : `every ${count} months`),
      year: (count) => (count === 1 ? 'per year' : `every ${count} years`),
    },
    reply: 'Questions? Reply to this email.',
  },
  links: {
    subjects: {
      invitation: (account) => `Join ${account}`,
      password_reset: (account) => `Reset your password for ${account}`,
    },
    invited: (account) => `You’ve been invited to join ${account}.`,
    requested: (account) => `We received a request to reset your password for ${account}.`,
    helped: (account) => `An admin of ${account} sent you a link to set a new password.`,
    join: 'Accept invitation',
    set_password: 'Set new password',
    lasts: (count, unit) =>
      `The link works once and expires in ${count === 1 ? `1 ${unit.slice(0, -1)}` : `${count} ${unit}`}. Do not share it.`,
    unexpected: {
      invitation: 'If you did not expect this invitation, ignore this email.',
      password_reset: 'If you did not request this, ignore this email. Your password won’t change.',
    },
  },
  hosted: {
    download: 'Download PDF',
    saved: {
      title: 'Done',
      text: 'If you saved a card or an account, it will be used for later invoices. You can close this page.',
    },
    missing: {
      title: 'Page not found',
      text: 'The link is incomplete or no longer valid. Open the link in the latest email, or ask the company that sent the invoice for a new link.',
    },
    busy: {
      title: 'Too many attempts',
      text: 'Too many invalid links were opened from your network. Try again in a minute.',
    },
    down: {
      title: 'Something went wrong',
      text: 'We can’t show this invoice right now. Try again in a minute.',
    },
    payment: {
      test: 'Test invoice – pay it with a test card; no money moves.',
      pay: (amount) => `Pay ${amount}`,
      processing: (amount) =>
        `Your payment of ${amount} is on its way. You don’t have to do anything.`,
      waiting: 'We are waiting for the confirmation of your payment. Reload this page in a minute.',
      failed: (reason) => `Your payment didn’t go through. ${reason}`,
      reasons: {
        insufficient_funds: 'The account doesn’t have enough money. Try another card.',
        lost_card: 'Contact your bank, or try another card.',
        stolen_card: 'Contact your bank, or try another card.',
        expired_card: 'The card has expired. Try another card.',
        authentication_failed: 'The payment wasn’t confirmed to your bank. Try again.',
        processing_error: 'The bank couldn’t process it. Try again.',
        debit_failed: 'The bank returned the debit unpaid. Pay in another way.',
        other: 'The bank declined it. Contact your bank, or try another card.',
      },
    },
  },
}
