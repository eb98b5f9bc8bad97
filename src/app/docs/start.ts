// The first page: an invoice in three calls, and what holds for every call.

import { INVOICE_ACTIONS, INVOICE_STATUSES, type InvoiceStatus } from '../../domain/invoice.ts'
import { type Html, html } from '../../platform/html.ts'
import { curlBlock } from './code.ts'
import { errorLink } from './layout.ts'

const STATES: Record<InvoiceStatus, string> = {
  draft: 'Being prepared. It bears a provisional number and can be changed freely.',
  posted: 'Issued: its number, amounts and texts are as they will stay.',
  paid: 'Nothing is left to pay.',
  overdue: 'Issued, and its due date is over in the time zone of the account.',
  void: 'Cancelled. A number it has taken stays taken.',
}

const ACTIONS: Record<keyof typeof INVOICE_ACTIONS, string> = {
  update: 'update',
  finalize: 'finalize',
  void: 'void',
  mark_overdue: 'falls overdue',
  remind: 'is reminded of',
  send: 'send again',
  pay: 'pay',
}

export function startPage(baseUrl: string): Html {
  return html`<h1>Billing, one HTTP call at a time</h1>
<p class="lead">Customers, products, invoices and an event feed, at <code>${baseUrl}</code>. The
<a href="/docs/reference">reference</a> has every operation with an example;
<a href="/openapi.json">openapi.json</a> is the same for programs.</p>
${firstInvoice(baseUrl)}
${everyCall()}
${retries(baseUrl)}
${lists()}
${errors()}
${limits()}
${states()}
${versions()}`
}

function firstInvoice(baseUrl: string): Html {
  const customer = { name: 'Maple Bicycles', country: 'CA' }
  const line = { description: 'Seats, November', quantity: 3, unit_amount: 1999 }
  const invoice = { customer_id: 'cus_1001', line_items: [line] }
  return html`<h2 id="first-invoice">The first invoice, in three calls</h2>
<p>The first start of the service prints a test key. Put it into a variable, in place of the dots:</p>
<pre><code>KEY=svc_test_…</code></pre>
<p>Create a customer. On a new installation it is number 1001.</p>
${curlBlock(baseUrl, { method: 'POST', path: '/api/public/v1/customers', body: customer })}
<p>Draft an invoice for <code>cus_1001</code>. Amounts are in the currency’s smallest unit: 1999 is
CA$19.99.</p>
${curlBlock(baseUrl, { method: 'POST', path: '/v1/invoices', body: invoice })}
<p>Finalize it, with the <code>id</code> from the answer. It takes its definitive number,
<code>INV-000001</code>, and is issued.</p>
<pre><code>INVOICE=inv_…</code></pre>
${curlBlock(baseUrl, { method: 'POST', path: '/v1/invoices/$INVOICE/finalize' })}
<p>Ask how its amount came about:</p>
${curlBlock(baseUrl, { method: 'GET', path: '/v1/invoices/$INVOICE/explain' })}`
}

function everyCall(): Html {
  return html`<h2 id="keys">Keys</h2>
<p>Every call carries <code>Authorization: Bearer &lt;key&gt;</code>. A key belongs to one environment,
<strong>test</strong> (<code>svc_test_…</code>) or <strong>live</strong> (<code>svc_live_…</code>), and reaches
only that one: no record, number or limit is shared. Its scopes, such as <code>invoices:write</code>, say what
it may do; write includes read. Keys are for servers. Keep them out of browsers and out of source code.</p>
<p>Bodies are JSON in UTF-8. Nothing is converted (<code>"5"</code> is not 5), and a member that does not exist
is refused, so a misspelling cannot pass unnoticed. All addresses work under <code>/v1</code> and
<code>/api/public/v1</code> alike.</p>`
}

function retries(baseUrl: string): Html {
  return html`<h2 id="idempotency">Retry anything</h2>
<p>Send an <code>Idempotency-Key</code> with a POST, PATCH or DELETE, a new one for each thing that should
happen. If the answer gets lost, repeat the request with the same key: it happens once, and you get the first
answer, marked <code>Idempotent-Replayed: true</code>. The same key with another request is refused with
${errorLink('idempotency_key_reused')}. A request that was refused leaves its key free. Keys are kept 30 days.</p>
${curlBlock(baseUrl, {
  method: 'POST',
  path: '/v1/products',
  headers: { 'Idempotency-Key': 'order-4711' },
  body: { name: 'Team plan' },
})}
<p>To change only what you have seen, send the <code>ETag</code> of the object back in
<code>If-Match</code>; if it has changed since, the answer is ${errorLink('precondition_failed')}.</p>`
}

function lists(): Html {
  return html`<h2 id="lists">Lists</h2>
<p>Newest first, in one envelope: <code>data</code> with the objects, <code>has_more</code>,
<code>total_count</code>. <code>limit</code> is 1 to 100, and 20 without one. <code>offset</code> suits a page a
person looks at; to go through everything, pass the last id as <code>starting_after</code>, which costs the same
at any depth and skips nothing while others write. All lists filter by time:
<code>created_at[gte]=2026-11-01T00:00:00Z</code>, or <code>2026-11-01</code> for its midnight in the account's time zone.</p>
<p>The <a href="/docs/reference#listEvents">event feed</a> goes the other way: ascending, numbered from 1 without
a gap. Keep the last <code>sequence</code> you have dealt with, ask for what comes <code>after</code> it, and you
miss nothing.</p>`
}

function errors(): Html {
  return html`<h2 id="errors">Errors</h2>
<p>Everything that is not 2xx has one shape. Look at <code>code</code> in a program and at
<code>message</code> as a person; <code>errors</code> lists every fault of the request at once, and
<code>doc_url</code> leads to a page about the code. There is <a href="/docs/errors">one for each</a>. Retry after
5xx and 429, when <code>Retry-After</code> says; other 4xx will not change by themselves.</p>`
}

function limits(): Html {
  return html`<h2 id="limits">Limits</h2>
<div class="scroll"><table><thead><tr><th>tier of the account</th><th>requests in any 60 seconds, per environment</th></tr></thead>
<tbody><tr><td>standard</td><td>100</td></tr><tr><td>pro</td><td>500</td></tr>
<tr><td>enterprise</td><td>as agreed, or no limit</td></tr></tbody></table></div>
<p>Answers say what is left: <code>RateLimit</code>, <code>RateLimit-Policy</code> and the
<code>X-RateLimit-…</code> trio. The request after the last is answered ${errorLink('rate_limit_exceeded')} with
<code>Retry-After</code>, and does not count.</p>`
}

function states(): Html {
  const actions = Object.entries(INVOICE_ACTIONS) as [
    keyof typeof INVOICE_ACTIONS,
    readonly InvoiceStatus[],
  ][]
  return html`<h2 id="states">The states of an invoice</h2>
<div class="scroll"><table class="states"><thead><tr><th>status</th>${actions.map(
    ([action]) => html`<th>${ACTIONS[action]}</th>`,
  )}<th>what it means</th></tr></thead>
<tbody>${INVOICE_STATUSES.map(
    (status) =>
      html`<tr><th scope="row"><code>${status}</code></th>${actions.map(
        ([, from]) => html`<td>${from.includes(status) ? 'yes' : '–'}</td>`,
      )}<td>${STATES[status]}</td></tr>\n`,
  )}</tbody></table></div>
<p>Finalize leads from draft to posted, or to paid when nothing is due. Void leads to void, as long as nothing
was paid in money. What is not possible is answered ${errorLink('invoice_not_draft')},
${errorLink('invoice_not_voidable')} or ${errorLink('invoice_has_payments')}.</p>`
}

function versions(): Html {
  return html`<h2 id="versions">Versions</h2>
<p><code>v1</code> only grows: new operations, optional parameters, members, event types and error codes. Ignore
what you do not know. A deprecation is announced by the headers <code>Deprecation</code> and
<code>Sunset</code> at least twelve months ahead.</p>`
}
