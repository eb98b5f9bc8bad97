// The text that `serve` prints once it accepts requests.

import type { Service } from '../app/service.ts'
import { RECKONER } from '../platform/invocation.ts'
import { type ProcessRole, servesRequests } from '../platform/process-role.ts'

export interface Banner {
  version: string
  role: ProcessRole
  /** The URL on which the process listens. */
  url: string
  /** The URL that clients use, also for the reference. */
  publicUrl: string
  place: Service['place']
  firstKey: Service['firstKey']
  ownerLink: Service['ownerLink']
  isOwned: Service['isOwned']
}

/** Plain text. The first key and the first owner's link are included on the very first start only. */
export function bannerText(banner: Banner): string {
  const { version, role, url, publicUrl, place, firstKey, ownerLink, isOwned } = banner
  const serves = servesRequests(role)
  const lines = [
    `Reckoner ${version} ${serves ? 'is ready' : 'runs background jobs'}.`,
    '',
    serves ? `  API        ${url}` : `  Health     ${url}/readyz`,
    ...(publicUrl === url ? [] : [`  Public     ${publicUrl}`]),
    ...(serves ? [`  Reference  ${publicUrl}/docs`] : []),
    `  Data       ${place}`,
    '',
  ]
  const steps = [
    ...(isOwned ? [] : firstOwner(ownerLink)),
    ...(firstKey ? firstSteps(url, firstKey) : []),
  ]
  return [...lines, ...steps].join('\n')
}

function firstOwner(link: string | undefined): string[] {
  if (link === undefined) {
    return [`This installation has no owner yet. To create one, run "${RECKONER} owner-link".`, '']
  }
  return [
    'This installation has no owner yet. Open this link to create the owner account. It works once',
    `and expires in 24 hours; "${RECKONER} owner-link" creates another one:`,
    '',
    `  ${link}`,
    '',
  ]
}

function firstSteps(url: string, key: string): string[] {
  return [
    "Your first test key. Save it now: you won't be able to see it again.",
    '',
    `KEY=${key}`,
    '',
    'Your first invoice, ready to paste after the line above:',
    '',
    `CUSTOMER=$(curl -sS ${url}/v1/customers -H "Authorization: Bearer $KEY" \\`,
    `  -H 'Content-Type: application/json' -d '{"name": "Maple Bicycles", "country": "CA"}' \\`,
    `  -o /dev/stderr -w '%header{location}')`,
    '',
    `INVOICE=$(curl -sS ${url}/v1/invoices -H "Authorization: Bearer $KEY" \\`,
    `  -H 'Content-Type: application/json' -o /dev/stderr -w '%header{location}' \\`,
    `  -d '{"customer_id": "'"\${CUSTOMER##*/}"'", "line_items":`,
    `  [{"description": "Seats", "quantity": 3, "unit_amount": 1999}]}')`,
    '',
    `curl -sS -X POST ${url}$INVOICE/finalize -H "Authorization: Bearer $KEY"`,
    '',
  ]
}

export function bannerJson({ url, publicUrl, place, firstKey, ownerLink }: Banner): string {
  return JSON.stringify({
    url,
    docs_url: `${publicUrl}/docs`,
    data: place,
    first_key: firstKey ?? null,
    owner_link: ownerLink ?? null,
  })
}
