// Statements of customers over HTTP, as JSON, CSV and PDF.

import { timestamp } from '../../domain/calendar.ts'
import { currencyExponent } from '../../domain/currencies.ts'
import { customerRef } from '../../domain/customer.ts'
import { fromLedger, LEDGER_SCALE, ledgerDecimal } from '../../domain/ledger.ts'
import { formatDecimal } from '../../domain/money.ts'
import type { Standing, Statement } from '../../domain/statement.ts'
import { csvHeadings, csvLine, textCell } from '../../platform/csv.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { encodeId } from '../../platform/ids.ts'
import { customerIds } from '../customers/record.ts'
import type { Typesetter } from '../documents/deliver.ts'
import { sentPdf } from '../documents/sent-pdf.ts'
import { inPath } from '../identifiers.ts'
import { invoiceIds } from '../invoices/record.ts'
import { objectRef } from '../ledger/object-ref.ts'
import type { Service } from '../service.ts'
import { deliverStatementPdf } from './pdf.ts'
import { type Found, findStatement } from './request.ts'
import { CustomerStatement, StatementQuery } from './schemas.ts'

export interface StatementService extends Service {
  typesetter: Typesetter
}

const of = {
  method: 'GET',
  params: inPath(customerIds),
  tag: 'Customers',
  permission: 'invoices:read',
  query: StatementQuery,
  errors: ['resource_missing', 'currency_invalid'] as string[],
} as const
const example = {
  summary: 'November 2026, until the 28th',
  query: { from: '2026-11-01', to: '2026-11-28' },
}

const { rawJSON } = JSON as unknown as { rawJSON(digits: string): unknown }

const statementRoute = route({
  ...of,
  path: '/customers/:customer_id/statement',
  operation: 'retrieveCustomerStatement',
  summary: 'Retrieve the statement of a customer',
  description:
    "The customer's entries in the ledger from one day to another: what the customer owed before, every invoice, credit note, payment and use of credit, and what the customer owes afterwards. The closing balance is the opening balance of the next day. At most 1,000 movements. Deleted and erased customers have statements too.",
  response: CustomerStatement,
  example,
  handle: (call, { wallNow }: Service) =>
    call.heavy.report(async (db) => ({
      json: JSON.stringify(statementJson(await findStatement(db, wallNow(), call))),
      etag: true,
    })),
})

function statementJson({ customer, from, to, by, time_zone, statements }: Found) {
  const customer_id = customerRef(customer)
  const currencies = statements.map(({ currency, opening, movements, closing }) => {
    const units = (amount: bigint) => rawJSON(String(fromLedger(amount, currency)))
    const standing = ({ balance, credit, refunds }: Standing) => ({
      balance: units(balance),
      credit_balance: ledgerDecimal(credit),
      refunds_payable: units(refunds),
    })
    return {
      currency,
      opening: standing(opening),
      movements: movements.map(({ change, after, ...of }) => ({
        date: of.date,
        kind: of.kind,
        entry_id: encodeId('led', of.id),
        object_id: objectRef(of.kind, of.object_id),
        invoice_id: of.invoice_id && invoiceIds.ref(of.invoice_id),
        invoice_number: of.invoice_number,
        credit_note_number: of.credit_note_number,
        method: of.method,
        created_at: timestamp(of.created_at),
        amount: units(change.balance),
        credit_amount: ledgerDecimal(change.credit),
        refund_amount: units(change.refunds),
        ...standing(after),
      })),
      closing: standing(closing),
    }
  })
  return { object: 'customer_statement', customer_id, from, to, by, time_zone, currencies }
}

const HEADINGS = [
  ...['currency', 'date', 'kind', 'invoice_number', 'credit_note_number', 'method'],
  ...['amount_major', 'balance_major', 'credit_amount_major', 'credit_balance_major'],
  ...['refund_amount_major', 'refunds_payable_major', 'entry', 'object', 'created_at'],
]

const csvRoute = route({
  ...of,
  path: '/customers/:customer_id/statement.csv',
  operation: 'exportCustomerStatement',
  summary: 'Export the statement of a customer as CSV',
  description:
    'In each currency a line `opening_balance`, a line for each movement, and a line `closing_balance`. Amounts are decimals of the major unit (`_major`).',
  example,
  produces: 'text/csv',
  untagged: true,
  handle: (call, { wallNow }: Service) =>
    call.heavy.report(async (db) => {
      const { customer, from, to, statements } = await findStatement(db, wallNow(), call)
      const lines = statements.flatMap((statement) => csvOf(statement, { from, to }))
      return {
        body: Buffer.from([csvHeadings(HEADINGS, call.scope), ...lines].join('')),
        contentType: 'text/csv; charset=utf-8; header=present',
        headers: {
          'content-disposition': `attachment; filename="statement-${customerRef(customer)}-${from}-${to}.csv"`,
          'cache-control': 'no-store',
        },
      }
    }),
})

function csvOf(
  { currency, opening, movements, closing }: Statement,
  { from, to }: { from: string; to: string },
): string[] {
  const scale = currencyExponent(currency)
  const major = (amount: bigint) => formatDecimal(fromLedger(amount, currency), scale)
  const credit = (amount: bigint) => formatDecimal(amount, LEDGER_SCALE)
  const bound = (date: string, kind: string, { balance, credit: own, refunds }: Standing) =>
    csvLine([
      ...[currency, date, kind, '', '', '', '', major(balance), '', credit(own)],
      ...['', major(refunds), '', '', ''],
    ])
  return [
    bound(from, 'opening_balance', opening),
    ...movements.map(({ change, after, ...of }) =>
      csvLine([
        ...[currency, of.date, of.kind, textCell(of.invoice_number)],
        ...[textCell(of.credit_note_number), of.method ?? ''],
        ...[major(change.balance), major(after.balance)],
        ...[credit(change.credit), credit(after.credit)],
        ...[major(change.refunds), major(after.refunds)],
        ...[encodeId('led', of.id), objectRef(of.kind, of.object_id), timestamp(of.created_at)],
      ]),
    ),
    bound(to, 'closing_balance', closing),
  ]
}

const pdfRoute = route({
  ...of,
  path: '/customers/:customer_id/statement/pdf',
  operation: 'retrieveCustomerStatementPdf',
  summary: 'Download the statement of a customer as PDF',
  description:
    'In the language of the customer, with the layout of invoices. `currency` is required if the customer has statements in several currencies. PDF/A-3b as for invoices; the `ETag` is the SHA-256 of the bytes.',
  errors: [...of.errors, 'unavailable'],
  example: { ...example, query: { ...example.query, currency: 'cad' } },
  produces: 'application/pdf',
  handle: async (call, { typesetter, wallNow }: StatementService) =>
    sentPdf(await deliverStatementPdf({ heavy: call.heavy, typesetter, wallNow: wallNow() }, call)),
})

export const statementRoutes: Route<StatementService>[] = [statementRoute, csvRoute, pdfRoute]
