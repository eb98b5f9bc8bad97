// The first page: an invoice in three calls, and what applies to every call.

import { INVOICE_ACTIONS, INVOICE_STATUSES, type InvoiceStatus } from '../domain/invoice.ts'
import {
  type Block,
  code,
  errorLink,
  heading,
  list,
  type PageContent,
  paragraph,
  table,
} from './blocks.ts'

const STATES: Record<InvoiceStatus, string> = {
  draft: 'Being prepared. It has a provisional number and can be changed freely.',
  posted: 'Open: its number, amounts and texts no longer change.',
  paid: 'Nothing is left to pay.',
  overdue: 'Open, and its due date has ended in the time zone of the account.',
  void: 'Canceled. A number it has taken stays taken.',
}

const ACTIONS: Record<keyof typeof INVOICE_ACTIONS, string> = {
  update: 'update',
  finalize: 'finalize',
  void: 'void',
  mark_overdue: 'becomes overdue',
  remind: 'reminder',
  send: 'send again',
  pay: 'pay',
}

/** The quickstart, then what a client should know before its first call. */
export function startPage(quickstart: Block[]): PageContent {
  return {
    title: 'Quickstart',
    blocks: [...quickstart, ...everyCall(), ...limits(), ...states(), ...versions()],
  }
}

const everyCall = (): Block[] => [
  heading(2, 'What every call has in common', 'calls'),
  list([
    '**Keys.** Every call carries `Authorization: Bearer <key>`. A key belongs to one environment, **test** (`svc_test_…`) or **live** (`svc_live_…`), and reaches only that one. Its scopes, such as `invoices:write`, say what it can do; write includes read. Keep keys out of browsers and out of source code.',
    '**Request bodies** are JSON in UTF-8. Nothing is converted (`"5"` is not 5), and an unknown field is refused, so a misspelling is never ignored.',
    '**Addresses.** Everything works under `/v1` and `/api/public/v1` alike.',
    '**Amounts** are whole numbers of the currency’s smallest unit: 1999 is CA$19.99.',
    '**Retries** are safe with an `Idempotency-Key`: see [idempotency](/docs/guide/idempotency).',
    '**Lists** are pages, newest first: see [pagination](/docs/guide/pagination).',
    '**Errors** have one shape and a page for each code: see [handling errors](/docs/guide/error-handling).',
    '**Events** record every change, in order: see [webhooks](/docs/guide/webhooks) and the [event types](/docs/events#types).',
  ]),
]

const limits = (): Block[] => [
  heading(2, 'Rate limits', 'limits'),
  table(
    ['Tier of the account', 'Requests in any 60 seconds, per environment'],
    [
      ['standard', '100'],
      ['pro', '500'],
      ['enterprise', 'as agreed, or no limit'],
    ],
  ),
  paragraph(
    `Responses say what is left: \`RateLimit\`, \`RateLimit-Policy\` and the \`X-RateLimit-…\` headers. The request after the last gets ${errorLink('rate_limit_exceeded')} with \`Retry-After\`, and does not count.`,
  ),
]

function states(): Block[] {
  const actions = Object.entries(INVOICE_ACTIONS) as [
    keyof typeof INVOICE_ACTIONS,
    readonly InvoiceStatus[],
  ][]
  return [
    heading(2, 'The states of an invoice', 'states'),
    table(
      ['Status', ...actions.map(([action]) => ACTIONS[action]), 'Meaning'],
      INVOICE_STATUSES.map((status) => [
        code(status),
        ...actions.map(([, from]) => (from.includes(status) ? 'yes' : '–')),
        STATES[status],
      ]),
      'states',
    ),
    paragraph(
      `Finalize turns a draft into a posted invoice, or into a paid one when nothing is due. Void works as long as nothing was paid in money. What is not possible gets ${errorLink('invoice_not_draft')}, ${errorLink('invoice_not_voidable')} or ${errorLink('invoice_has_payments')}.`,
    ),
  ]
}

const versions = (): Block[] => [
  heading(2, 'Versions', 'versions'),
  paragraph(
    '`v1` only grows: new operations, optional parameters, fields, event types and error codes. Ignore what you do not know. A deprecation is announced by the headers `Deprecation` and `Sunset` at least twelve months ahead.',
  ),
]
