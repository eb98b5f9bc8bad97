// The reference of this API: its routes, shared shapes, errors, and what the tests recorded of them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS, type ErrorCode } from '../domain/error-catalogue.ts'
import {
  Customer,
  CustomerCreate,
  CustomerPatch,
  DeletedCustomer,
} from '../features/customers/schemas.ts'
import { Event } from '../features/events/schemas.ts'
import { Explanation, Invoice, InvoiceCreate, InvoicePatch } from '../features/invoices/schemas.ts'
import { Aging, Entry, TrialBalance } from '../features/ledger/schemas.ts'
import { Product, ProductCreate, ProductPatch } from '../features/products/schemas.ts'
import { ForeseenChange, ForeseenEvent, ForeseenMail } from '../platform/http/dry-run.ts'
import { type Exchange, writeOpenApi } from '../platform/http/openapi.ts'
import { exampleName, sharedFailures } from '../platform/http/openapi-answers.ts'
import type { Components, OpenApi } from '../platform/http/openapi-document.ts'
import { ListOf } from '../platform/http/shapes.ts'
import { declaredRoutes } from './api.ts'
import { ErrorShape, headers, parameters, securitySchemes } from './openapi-components.ts'
import { pagePaths } from './openapi-pages.ts'

const DEFAULT_URL = 'http://localhost:3000'
const root = join(import.meta.dirname, '../..')

/** A request that was refused, and what came back. */
export interface RefusedExchange {
  code: ErrorCode
  request: { method: string; path: string; headers?: Record<string, string>; body?: unknown }
  status: number
  body: { error: { code: string; message: string } }
}

/** What `test/openapi.test.ts` recorded: every operation and every error, with ids made stable. */
export interface Recorded {
  operations: Record<string, Exchange>
  errors: RefusedExchange[]
}

/** What was recorded, as a service at `publicUrl` would have answered. */
export function readRecorded(publicUrl = DEFAULT_URL): Recorded {
  const text = readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8')
  return JSON.parse(text.replaceAll(DEFAULT_URL, publicUrl))
}

/** The document, for a service that is reached at `publicUrl`. */
export function openapiDocument(publicUrl = DEFAULT_URL): OpenApi {
  const recorded = readRecorded(publicUrl)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return writeOpenApi({
    // Read off the declarations: no handler of theirs is called, so they need no database.
    routes: declaredRoutes(),
    errors: ERRORS,
    exchanges: recorded.operations,
    bodies: {
      CustomerCreate,
      CustomerPatch,
      ProductCreate,
      ProductPatch,
      InvoiceCreate,
      InvoicePatch,
      InvoiceLineCreate: InvoiceCreate.properties.line_items.items,
    },
    answers: {
      Customer,
      DeletedCustomer,
      CustomerList: ListOf(Customer),
      Product,
      ProductList: ListOf(Product),
      Invoice,
      InvoiceLine: Invoice.properties.line_items.items,
      InvoiceList: ListOf(Invoice),
      InvoiceExplanation: Explanation,
      Event,
      EventList: ListOf(Event),
      LedgerEntry: Entry,
      LedgerEntryList: ListOf(Entry),
      TrialBalance,
      ReceivablesAging: Aging,
      ForeseenEvent,
      ForeseenMail,
      ForeseenChange,
    },
    document: {
      openapi: '3.1.0',
      info: {
        title: 'Reckoner',
        version,
        description: ABOUT,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: TAGS,
      paths: pagePaths,
      components: {
        schemas: { Error: ErrorShape },
        parameters,
        headers,
        responses: sharedFailures(ERRORS),
        examples: errorExamples(recorded.errors),
        securitySchemes,
      },
    },
  })
}

/** The document as text, as `openapi.json` holds it; the address is that of a first start. */
export function openapiText(publicUrl?: string): string {
  return `${JSON.stringify(openapiDocument(publicUrl), null, 2)}\n`
}

function errorExamples(refused: RefusedExchange[]): Components['examples'] {
  return Object.fromEntries(
    refused.map(({ code, request, status, body }) => [
      exampleName(code, status, ERRORS),
      { summary: `${request.method} ${request.path}`, value: body },
    ]),
  )
}

const ABOUT = `Billing for a team that runs it itself: customers, products, invoices and an event feed.

Send an API key with every request: \`Authorization: Bearer <key>\`. Bodies are JSON in UTF-8. Amounts are
whole numbers of the currency's smallest unit. Everything is served under \`/v1\` and \`/api/public/v1\` alike.

Within \`v1\` changes only add: expect members and event types you do not know, and ignore them.
Any address that does not exist answers 404 \`route_not_found\`, and a method that an address does not have
405 \`method_not_allowed\`.`

const TAGS = [
  { name: 'Customers', description: 'Who is billed. Customer 1001 is `cus_1001` everywhere else.' },
  { name: 'Products', description: 'What can stand on an invoice line.' },
  { name: 'Invoices', description: 'Drafted, finalized, and then as they are for ever.' },
  { name: 'Mails', description: 'What was written to customers, and what became of it.' },
  { name: 'Credit', description: 'What is owed to customers, and pays for their invoices.' },
  { name: 'Payments', description: 'Money received on invoices, and taken back.' },
  { name: 'Account', description: 'What you bill with, and what your documents show.' },
  { name: 'API keys', description: 'Who may call this API, and what for.' },
  { name: 'Events', description: 'Every change, in order, without a gap.' },
  {
    name: 'Summary',
    description: 'The figures of a home page, each with the list that adds up to it.',
  },
  { name: 'Search', description: 'Anything by its id, number, name or address.' },
  { name: 'Ledger', description: 'The books under the documents, and their proof.' },
  { name: 'Webhooks', description: 'Events posted to addresses of yours, signed and in order.' },
  { name: 'Members', description: 'Who belongs to the account, and what each may do.' },
  { name: 'Audit log', description: 'Who changed what, when, and from where.' },
  { name: 'Request log', description: 'What was asked, by whom, and what was answered.' },
  { name: 'Test clock', description: 'What time it is in a test environment, and moving it.' },
  { name: 'Service', description: 'Health and metrics, for whoever runs it.' },
]
