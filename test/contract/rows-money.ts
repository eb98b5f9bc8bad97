// What is promised of payments, customer credit and the ledger.

export const MONEY_ROWS = {
  'c6 issued paid': 'posted, overdue → paid when settled payments reach amount_due',
  'c6 paid reversed': 'paid → posted or overdue when a payment is reversed',
  'b4 several': 'several payments on an invoice, partial ones too',
  'b4 exceeds': 'more than remains is refused, and what remains is told',
  'b4 reversal': 'a reversed payment counts for nothing',
  'b4 payable': 'drafts, paid and void invoices take no payment',
  'b4 payment input': 'zero, negative, fractional and other currencies are refused',
  'b4 received_on': "today in the account's zone; any past day; not after tomorrow",
  'b4 payment events': 'each payment has its event, and so has what it does to the invoice',
  'b4 payment list': 'filters by invoice, customer, method, status and day',
  'b9 payments': 'each payment and each reversal is a balanced entry, cash by method',
} as const
