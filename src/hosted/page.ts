// The hosted invoice as HTML: the texts of the document, in an order for reading on a screen.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_COLOR, inkOn, readableOnWhite } from '../domain/color.ts'
import type { DocumentParty, InvoiceDocument } from '../domain/document-shape.ts'
import { chooseLanguage } from '../domain/languages/choose.ts'
import type { HostedWords } from '../domain/languages/language.ts'
import type { PaymentFailure } from '../domain/payment-states.ts'
import { type Content, type Html, html } from '../platform/html.ts'

export interface HostedPage {
  text: string
  /** The content security policy: its own style by hash, a logo from this server, and nothing else. */
  policy: string
}

const CSS = readFileSync(join(import.meta.dirname, 'hosted.css'), 'utf8')

/** Amounts longer than this (some millions with their currency) are shown in a smaller size. */
const LONG = 12

/** The style with an account's color, which the settings guarantee to be `#rrggbb`. */
function styleOf(color: string): string {
  const [accent, on, ink] = [color, inkOn(color), readableOnWhite(color)]
  return `:root{--accent:${accent};--on-accent:${on};--accent-ink:${ink}}\n${CSS}`
}

/** How the head of a page differs. */
interface Framing {
  /** Where its forms can be sent. */
  form?: string
}

export function framed(
  language: string,
  title: string,
  color: string | null,
  body: Content,
  { form = "'none'" }: Framing = {},
): HostedPage {
  const style = styleOf(/^#[0-9a-f]{6}$/i.test(color ?? '') ? (color as string) : DEFAULT_COLOR)
  const hash = createHash('sha256').update(style).digest('base64')
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>`
  return {
    // The style contains no user data, so it is inserted unescaped: it must match its hash.
    text: `${page.text}${style}</style>\n</head>\n<body>\n${html`${body}`.text}\n</body>\n</html>\n`,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action ${form}; frame-ancestors 'none'`,
  }
}

/**
 * The page of an invoice or of a credit note; `path` is its own path, below which its PDF, its logo and its credit notes
 * are.
 */
export function hostedPage(
  document: InvoiceDocument,
  path: string,
  creditNotes: readonly { number: string }[] = [],
  paying: Paying = { kind: 'no' },
): HostedPage {
  const { language, title, color, test } = document
  const isPayable = paying.kind !== 'no'
  const said = test && isPayable ? chooseLanguage(language).hosted.payment.test : test
  const body = html`${said && html`<aside class="test">${said}</aside>`}
<main class="sheet">
${head(document, path)}
${due(document, path, paying)}
${lastPayment(document, paying)}${facts(document)}
<div class="parties">
${party(document.seller)}
${party(document.buyer)}
</div>
${lines(document)}
${summary(document)}
${document.legal.map((said) => html`<p class="text"><bdi>${said}</bdi></p>\n`)}
${links(document, path, creditNotes)}
${payment(document, paying)}
${notes(document)}
<footer>
${document.footer && html`<p class="text"><bdi>${document.footer}</bdi></p>`}
<p>${document.currency}</p>
</footer>
</main>`
  const form =
    paying.kind === 'ready' ? ["'self'", paying.leavesFor ?? []].flat().join(' ') : "'none'"
  return framed(language, title, color, body, { form })
}

/** Whether the customer can pay the invoice on its page, and what became of the last attempt. */
export type Paying =
  /** `waiting`: the customer returned from the gateway's page, and its outcome is not known yet. */
  | { kind: 'no' | 'waiting' }
  | { kind: 'processing'; amount: Amount }
  /** With the origin of the gateway's page, if that is not of this service. */
  | {
      kind: 'ready'
      amount: Amount
      failed?: PaymentFailure | undefined
      leavesFor?: string | undefined
    }

/** Less than the balance due if part of that was written off. */
interface Amount {
  amount: number
  currency: string
}

/** What became of the last attempt to pay, if it is not over or has failed. */
function lastPayment({ language }: InvoiceDocument, paying: Paying): Content {
  const { payment: words } = chooseLanguage(language).hosted
  switch (paying.kind) {
    case 'processing':
      return html`<p class="text" role="status">${words.processing(moneyIn(language, paying.amount))}</p>
`
    case 'waiting':
      return html`<p class="text" role="status">${words.waiting}</p>
`
    case 'ready': {
      if (!paying.failed) return null
      const reason = words.reasons[paying.failed.decline_code] ?? words.reasons.other
      return html`<p class="failed" role="alert">${words.failed(reason)}</p>
`
    }
    case 'no':
      return null
  }
}

const moneyIn = (language: string, { amount, currency }: Amount): string =>
  chooseLanguage(language).money(amount, currency)

/** A page without an invoice to show. */
export function messagePage(
  languageTag: string,
  kind: 'missing' | 'busy' | 'down' | 'saved',
): HostedPage {
  const { tag, hosted } = chooseLanguage(languageTag)
  const { title, text }: HostedWords['missing'] = hosted[kind]
  const body = html`<main class="sheet message">
<h1>${title}</h1>
<p>${text}</p>
</main>`
  return framed(tag, title, null, body)
}

function head({ logo, seller, heading, number }: InvoiceDocument, path: string): Html {
  return html`<header>
${
  logo
    ? html`<img class="logo" src="${path}/logo" alt="${seller.name}">`
    : html`<div class="brand"><bdi>${seller.name}</bdi></div>`
}
<div class="title"><h1>${heading}</h1>
<p class="number">${number}</p></div>
</header>`
}

function due(document: InvoiceDocument, path: string, paying: Paying): Html {
  const { language, state, due: figure } = document
  const { download, payment: words } = chooseLanguage(language).hosted
  return html`<div class="due ${state.status}">
<div>
<div class="label">${figure.label}</div>
<div class="value${figure.value.length > LONG ? ' long' : ''}">${figure.value}</div>
<div class="state ${state.status}">${state.text}</div>
</div>
<div class="actions">${
    paying.kind === 'ready' &&
    html`<form method="post" action="${path}/pay"><button class="button">${words.pay(moneyIn(language, paying.amount))}</button></form>
`
  }<a class="button${paying.kind === 'ready' ? ' second' : ''}" href="${path}/pdf">${download}</a></div>
</div>`
}

function facts({ facts: shown }: InvoiceDocument): Html {
  return html`<dl class="facts">
${shown.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

function party({ heading, name, lines: address, tax_numbers }: DocumentParty): Html {
  return html`<div><h2>${heading}</h2>
<address><p class="name"><bdi>${name}</bdi></p>
${address.map((line) => html`<p><bdi>${line}</bdi></p>\n`)}${tax_numbers.map(
  ({ label, value }) => html`<p class="soft">${label}: ${value}</p>\n`,
)}</address></div>`
}

function lines({ columns, lines: items }: InvoiceDocument): Html {
  const { description, quantity, unit_price, amount } = columns
  return html`<table>
<thead><tr><th scope="col">${description}</th><th scope="col">${quantity}</th>
<th scope="col">${unit_price}</th><th scope="col">${amount}</th></tr></thead>
<tbody>
${items.map(
  (
    item,
  ) => html`<tr><td><bdi>${item.description}</bdi>${item.detail ? html`<br><small>${item.detail}</small>` : ''}</td>
<td data-label="${quantity}">${item.quantity}</td>
<td data-label="${unit_price}">${item.unit_price}</td>
<td data-label="${amount}">${item.amount}</td></tr>\n`,
)}</tbody>
</table>`
}

function summary({ summary: rows, due: figure, state }: InvoiceDocument): Html {
  const total = html`<div class="remaining"><dt>${figure.label}</dt><dd>${figure.value}</dd></div>`
  return html`<dl class="summary">
${rows.map(
  ({ kind, label, value }) => html`<div class="${kind}"><dt>${label}</dt><dd>${value}</dd></div>\n`,
)}${state.status !== 'void' && total}
</dl>`
}

/** Links to the credit notes of an invoice. */
function links(
  { language }: InvoiceDocument,
  path: string,
  creditNotes: readonly { number: string }[],
): Content {
  if (creditNotes.length === 0) return null
  const { credited } = chooseLanguage(language).document
  return html`<section><h2>${credited}</h2>
${creditNotes.map(({ number }) => html`<p><a href="${path}/${number}">${number}</a></p>\n`)}</section>`
}

/** How and when to pay; an overdue, paid or void invoice says so once, at the top. */
function payment({ payment: shown, terms, state }: InvoiceDocument, paying: Paying): Content {
  if (paying.kind === 'processing' || paying.kind === 'waiting') return null
  const ways =
    shown &&
    html`<section><h2>${shown.heading}</h2>
<div class="ways">
${shown.ways.map(
  ({ label, text }) =>
    html`<div><p class="soft">${label}</p><p class="text"><bdi>${text}</bdi></p></div>\n`,
)}</div>
</section>`
  const asks = state.status === 'posted' && html`<section><p class="text">${terms}</p></section>`
  return [ways, asks]
}

function notes({ notes: shown }: InvoiceDocument): Html | null {
  return (
    shown &&
    html`<section><h2>${shown.heading}</h2><p class="text"><bdi>${shown.text}</bdi></p></section>`
  )
}
