// What `serve` says once it serves.

import type { Service } from '../service.ts'

export interface Banner {
  version: string
  /** Where the process listens. */
  url: string
  /** What clients call it, and where the reference is. */
  publicUrl: string
  place: Service['place']
  firstKey: Service['firstKey']
}

/** Plain text; with the first key and what to do with it on the very first start only. */
export function bannerText({ version, url, publicUrl, place, firstKey }: Banner): string {
  const lines = [
    `Reckoner ${version} is ready.`,
    '',
    `  API        ${url}`,
    ...(publicUrl === url ? [] : [`  Public     ${publicUrl}`]),
    `  Reference  ${publicUrl}/docs`,
    `  Data       ${place}`,
    '',
  ]
  return [...lines, ...(firstKey ? firstSteps(url, firstKey) : [])].join('\n')
}

function firstSteps(url: string, key: string): string[] {
  return [
    'Your first test key. It is shown this once only, so keep it:',
    '',
    `KEY=${key}`,
    '',
    'Your first invoice, ready to paste after the line above:',
    '',
    `curl -s ${url}/api/public/v1/customers -H "Authorization: Bearer $KEY" \\`,
    `  -H 'Content-Type: application/json' -d '{"name": "Maple Bicycles", "country": "CA"}'`,
    '',
    `INVOICE=$(curl -s ${url}/v1/invoices -H "Authorization: Bearer $KEY" \\`,
    `  -H 'Content-Type: application/json' -d '{"customer_id": "cus_1001", "line_items":`,
    `  [{"description": "Seats", "quantity": 3, "unit_amount": 1999}]}' | grep -o 'inv_[0-9a-z]*')`,
    '',
    `curl -s -X POST ${url}/v1/invoices/$INVOICE/finalize -H "Authorization: Bearer $KEY"`,
    '',
  ]
}

/** The same for programs. */
export function bannerJson({ url, publicUrl, place, firstKey }: Banner): string {
  return JSON.stringify({
    url,
    docs_url: `${publicUrl}/docs`,
    data: place,
    first_key: firstKey ?? null,
  })
}
