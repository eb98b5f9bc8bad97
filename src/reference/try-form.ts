// The form to try an operation, hidden until the script that sends it has loaded.

import { type Content, type Html, html } from '../platform/html.ts'
import type { Parameter } from '../platform/http/openapi-document.ts'
import { laidOut } from './code.ts'
import type { ListedOperation } from './reading.ts'

/** Where the key is entered, once per page. */
export const keyForm: Html = html`<form id="key" hidden><label>API key, to try operations from here
<input type="password" name="key" placeholder="svc_test_…" autocomplete="off" spellcheck="false"></label>
<p class="about">It stays in the memory of this page until you leave it.
<strong class="warning" hidden>This is a live key: what you send changes real data.</strong></p></form>
`

export function tryForm(
  { method, path, operation }: ListedOperation,
  parameters: Parameter[],
  body: unknown,
): Html {
  return html`<details class="try" hidden><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">
${parameters.map((parameter) => field(operation.operationId, parameter))}
${body !== undefined && html`<label>Request body<textarea name="body" rows="${rows(body)}" spellcheck="false">${laidOut(body)}</textarea></label>`}
<button>Send ${method}</button>
<output></output>
</form></details>
`
}

function field(
  operationId: string,
  { name, in: where, required, schema, example }: Parameter,
): Content {
  const id = `${operationId}-${name}`
  const choices = schema.enum as string[] | undefined
  const attributes = html`id="${id}" name="${name}" data-in="${where}"${required && html` required`}`
  return html`<label for="${id}">${name}</label>${
    choices
      ? html`<select ${attributes}><option value="">any</option>${choices.map((choice) => html`<option>${choice}</option>`)}</select>`
      : html`<input ${attributes} placeholder="${example === undefined ? '' : String(example)}" autocomplete="off" spellcheck="false">`
  }`
}

const rows = (body: unknown): number => laidOut(body).split('\n').length
