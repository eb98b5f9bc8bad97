// llms.txt: where language models find the pages as Markdown (llmstxt.org).

import { plainLine } from './inline.ts'
import type { NavigationGroup } from './navigation.ts'

export function llmsText(groups: NavigationGroup[], baseUrl: string): string {
  const sections = groups.map(({ label, entries }) => {
    const lines = entries.map(
      ({ path, label: name, about }) => `- [${name}](${baseUrl}${path}.md): ${plainLine(about)}`,
    )
    return `## ${label}\n\n${lines.join('\n')}`
  })
  return `# Reckoner

> A self-hosted billing service: customers, products, invoices, payments, events and webhooks over one HTTP API at ${baseUrl}.

Send an API key with every request: \`Authorization: Bearer <key>\`. Amounts are whole numbers of the currency's
smallest unit. Send an \`Idempotency-Key\` with every write, so that a retry never does it twice. Every page has a
Markdown version at its URL followed by \`.md\`.

${sections.join('\n\n')}

## Optional

- [openapi.json](${baseUrl}/openapi.json): the API as an OpenAPI 3.1 document
- [Error codes](${baseUrl}/docs/errors.md): each has a page at ${baseUrl}/docs/errors/<code>.md
`
}
