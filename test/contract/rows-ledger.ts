// What reading the ledger promises.

export const LEDGER_ROWS = {
  'ledger trial balance':
    'debits and credits of each account until the end of a day; the sums are equal',
  'ledger today': 'reports are as of today where they name no day, and no day is later',
  'ledger ages': 'what was owed on a day by currency and customer, and how long past due',
  'ledger ages add up': 'to the balance of the receivables, on every day',
  'ledger past': 'a day is told as it was, whatever was paid or taken back since',
  'ledger entries': 'newest first, by account, object, invoice, customer, kind, currency and day',
  'ledger exact': 'decimals of the major unit, as exact as credit',
  'ledger journal': 'each posting once, as CSV in which no cell runs as a formula',
  'ledger verification': 'the books are proved on request, for the environment of the key',
  'ledger scope': 'reading the books needs ledger:read',
} as const
