// The pages of the simulated gateway. They are for people who try the service, so they are in English only.

import { formatMoney } from '../domain/money.ts'
import type { SimulatedPayment } from '../features/simulated-gateway/store.ts'
import { type Html, html } from '../platform/html.ts'
import { framed, type HostedPage } from './page.ts'

/** What each test number is good for. */
const DOES: Readonly<Record<string, string>> = {
  '4242424242424242': 'Pays.',
  '5555555555554444': 'Pays.',
  '4000002500003155': 'Asks the customer to confirm, then pays.',
  '4000002760003184': 'Asks the customer to confirm, then pays.',
  '4000008260003178': 'Asks the customer to confirm, then has too little money.',
  '4000000000000002': 'Is declined.',
  '4000000000000341': 'Is declined.',
  '4000000000009995': 'Has too little money.',
  '4000000000009987': 'Was reported lost.',
  '4000000000009979': 'Was reported stolen.',
  '4000000000000069': 'Has expired.',
  '4000000000000119': 'Cannot be processed by the bank.',
  '4000000000006000': 'Pays, but the confirmation is lost: Reckoner asks for it a minute later.',
  '000123456789': 'Account number: a debit that pays after 3 days.',
  '000123453202': 'Account number: a debit that fails after 3 days.',
}

const spaced = (number: string): string =>
  number.length === 16 ? number.replace(/(.{4})(?=.)/g, '$1 ') : number

const head = ({ amount, currency, description }: SimulatedPayment): Html => html`<header>
<div class="brand">Simulated gateway</div>
<div class="title"><h1>${formatMoney(amount, currency)}</h1>
<p class="number">${description}</p></div>
</header>`

const page = (payment: SimulatedPayment, body: Html): HostedPage =>
  framed(
    'en',
    `Pay ${payment.description}`,
    null,
    html`<p class="test">Test environment: no money moves. Never enter the number of a real card.</p>
<main class="sheet">
${head(payment)}
${body}
</main>`,
    { form: "'self'" },
  )

/** The page on which a number is entered. */
export const enterPage = (payment: SimulatedPayment, path: string, isUnknown = false): HostedPage =>
  page(
    payment,
    html`<form class="card" method="post" action="${path}">
<label for="number">Test card or account number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="32" required autofocus${isUnknown && html` aria-invalid="true" aria-describedby="fault"`}>
${isUnknown && html`<p id="fault" class="failed" role="alert">This is none of the test numbers below. Enter one of them.</p>`}
<button class="button">Pay ${formatMoney(payment.amount, payment.currency)}</button>
<a href="${payment.return_path}">Cancel</a>
</form>
<table>
<thead><tr><th scope="col">Test number</th><th scope="col">What it does</th></tr></thead>
<tbody>
${Object.entries(DOES).map(([number, does]) => html`<tr><td>${spaced(number)}</td><td>${does}</td></tr>\n`)}</tbody>
</table>`,
  )

/** The page on which the customer confirms the payment to the bank. */
export const confirmPage = (payment: SimulatedPayment, path: string): HostedPage =>
  page(
    payment,
    html`<h2>Your bank asks you to confirm this payment</h2>
<form class="card" method="post" action="${path}">
<button class="button" name="confirm" value="yes">Confirm</button>
<button class="button second" name="confirm" value="no">Decline</button>
</form>`,
  )
