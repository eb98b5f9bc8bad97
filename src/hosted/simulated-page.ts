// The pages of the simulated gateway. They are for people who try the service, so they are in English only.

import { formatMoney } from '../domain/money.ts'
import type { SimulatedPayment } from '../features/simulated-gateway/store.ts'
import { type Html, html } from '../platform/html.ts'
import { framed, type HostedPage } from './page.ts'

/** What each test number does. */
const DOES: Readonly<Record<string, string>> = {
  '4242424242424242': 'Pays.',
  '5555555555554444': 'Pays.',
  '4000002500003155': 'Pays after the customer confirms the payment.',
  '4000002760003184': 'Pays after the customer confirms the payment.',
  '4000008260003178': 'Declined after the customer confirms it: not enough money.',
  '4000000000000002': 'Declined by the bank.',
  '4000000000000341': 'Declined by the bank.',
  '4000000000009995': 'Declined: not enough money.',
  '4000000000009987': 'Declined: reported lost.',
  '4000000000009979': 'Declined: reported stolen.',
  '4000000000000069': 'Declined: expired.',
  '4000000000000119': 'Declined: the bank cannot process it.',
  '4000000000006000': 'Pays, but the confirmation is lost. Reckoner asks for it a minute later.',
  '4000000000006001': 'Pays, but the confirmation is lost; if saved, later charges do not answer.',
  '4000000000006002': 'Pays here; if saved, later charges are declined.',
  '4000000000006003': 'Pays here; if saved, it is reported lost later.',
  '000123456789': 'Bank account. The debit is paid after 3 days.',
  '000123453202': 'Bank account. The debit is returned unpaid after 3 days.',
  '000123452233': 'Bank account. The debit is paid after 3 days, and returned 10 days later.',
}

const spaced = (number: string): string =>
  number.length === 16 ? number.replace(/(.{4})(?=.)/g, '$1 ') : number

const head = ({ amount, currency, description }: SimulatedPayment): Html => html`<header>
<div class="brand">Simulated gateway</div>
<div class="title"><h1>${amount === null ? 'Save a card or account' : formatMoney(amount, currency ?? '')}</h1>
<p class="number">${description}</p></div>
</header>`

const page = (payment: SimulatedPayment, body: Html): HostedPage =>
  framed(
    'en',
    payment.amount === null ? 'Save a card or account' : `Pay ${payment.description}`,
    null,
    html`<aside class="test">Test environment: no money moves. Never enter the number of a real card.</aside>
<main class="sheet">
${head(payment)}
${body}
</main>`,
    { form: `'self'${originOf(payment.return_path)}` },
  )

/**
 * The origin of the seller's page, to which the form is redirected: a browser allows that only if the policy names it.
 * Other characters than those of ordinary hosts could begin another directive.
 */
function originOf(address: string): string {
  const origin = URL.canParse(address) ? new URL(address).origin : ''
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? ` ${origin}` : ''
}

/** Why a number is not taken. */
const FAULTS = {
  unknown: 'This is not a test number. Enter one of those below.',
  declined: 'The bank declined this card. Enter another one.',
}
export type Fault = keyof typeof FAULTS

const faultText = (fault: Fault): Html =>
  html`<p id="fault" class="failed" role="alert">${FAULTS[fault]}</p>
`

const CHECKBOX = html`<label class="save"><input type="checkbox" name="save" value="yes"> Save it to pay later invoices</label>
`

/** The page on which a number is entered. */
export const enterPage = (payment: SimulatedPayment, path: string, fault?: Fault): HostedPage =>
  page(
    payment,
    html`<form class="card" method="post" action="${path}">
<label for="number">Test card or account number</label>
${fault && faultText(fault)}<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="32" required autofocus${fault && html` aria-invalid="true" aria-describedby="fault"`}>
${payment.amount !== null && CHECKBOX}<button class="button">${payment.amount === null ? 'Save' : `Pay ${formatMoney(payment.amount, payment.currency ?? '')}`}</button>
<a href="${payment.return_path}">Cancel</a>
</form>
<table class="numbers">
<thead><tr><th scope="col">Test number</th><th scope="col">What it does</th></tr></thead>
<tbody>
${Object.entries(DOES).map(([number, does]) => html`<tr><td>${spaced(number)}</td><td>${does}</td></tr>\n`)}</tbody>
</table>`,
  )

/** The page on which the customer confirms the payment to the bank. */
export const confirmPage = (payment: SimulatedPayment, path: string): HostedPage =>
  page(
    payment,
    html`<h2 class="question">Your bank asks you to confirm this ${payment.amount === null ? 'card' : 'payment'}</h2>
<form class="card" method="post" action="${path}">
<button class="button" name="confirm" value="yes">Confirm</button>
<button class="button second" name="confirm" value="no">Decline</button>
</form>`,
  )
