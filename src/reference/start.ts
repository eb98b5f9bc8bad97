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
  draft: 'A draft has a provisional number and can be changed.',
  posted: 'Open: its number, amounts and texts no longer change.',
  paid: 'The balance due is 0.',
  overdue: 'Open, and its due date has passed in the time zone of the account.',
  void: 'Canceled. Its number is not reused.',
}

const ACTIONS: Record<keyof typeof INVOICE_ACTIONS, string> = {
  update: 'update',
  finalize: 'finalize',
  void: 'void',
  mark_overdue: 'becomes overdue',
  remind: 'reminder',
  send: 'send again',
  pay: 'pay',
  credit: 'credit',
}

/** The quickstart, then what a client should know before its first call. */
export function startPage(quickstart: Block[]): PageContent {
  return {
    title: 'Quickstart',
    blocks: [...quickstart, ...everyCall(), ...limits(), ...states(), ...versions()],
  }
}

const everyCall = (): Block[] => [
  heading(2, 'Common to all requests', 'calls'),
  list([
    '**Keys.** Send `Authorization: Bearer <key>` with every request. A key belongs to one environment, **test** (`svc_test_…`) or **live** (`svc_live_…`). Its scopes, such as `invoices:write`, determine what it can do; write includes read. Keep keys out of browsers and source code.',
    '**Request bodies** are JSON in UTF-8. Nothing is converted (`"5"` is not 5), and an unknown field is rejected, so that a typo is never ignored.',
    '**Paths.** Every path works under both `/v1` and `/api/public/v1`.',
    '**Amounts** are whole numbers of the currency’s smallest unit: 1999 is CA$19.99.',
    '**Retries** are safe with an `Idempotency-Key`: see [idempotency](/docs/guide/idempotency).',
    '**Lists** are pages, newest first: see [pagination](/docs/guide/pagination).',
    '**Errors** have one format and a page for each code: see [handling errors](/docs/guide/error-handling).',
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
      ['enterprise', 'custom, or unlimited'],
    ],
  ),
  paragraph(
    `Responses show what is left: \`RateLimit\`, \`RateLimit-Policy\` and the \`X-RateLimit-…\` headers. Further requests fail with ${errorLink('rate_limit_exceeded')} and \`Retry-After\`, and do not count.`,
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
      `Finalizing turns a draft into a posted invoice, or a paid one if nothing is due. An invoice can be voided as long as it has no payments. Other transitions fail with ${errorLink('invoice_not_draft')}, ${errorLink('invoice_not_voidable')} or ${errorLink('invoice_has_payments')}.`,
    ),
  ]
}

const versions = (): Block[] => [
  heading(2, 'Versions', 'versions'),
  paragraph(
    '`v1` only grows: new operations, optional parameters, fields, event types and error codes. Ignore what you do not know. Deprecations are announced with the headers `Deprecation` and `Sunset` at least twelve months in advance.',
  ),
]
