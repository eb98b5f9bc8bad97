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
  'b4 credit': 'granted and taken back as decimals of eight digits, never below zero',
  'b4 credit input': 'nine digits, zero, and what is out of range are refused',
  'b4 credit applied': 'finalize applies whole smallest units of it; the rest stays',
  'b4 credit covers': 'an invoice wholly covered is paid with amount_due 0',
  'b4 credit restored': 'voiding gives the credit back',
  'b4 credit currency': 'a credit in one currency never pays an invoice in another',
  'b4 credit balance': 'the balance is always the sum of the transactions',
  'b4 credit once': 'never spent twice, under any concurrency',
  'b9 credit': 'each movement of credit is a balanced entry',
} as const
