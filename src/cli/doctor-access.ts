// What `doctor` looks at of access: what test keys let in, and endpoints that are sent too much.

import type { Pool } from 'pg'
import { findAllDescendants, tellDescendant } from '../features/access-review/actions-find.ts'
import { findDoubtful } from '../features/webhook-endpoints/actions-doubt.ts'
import { type Finding, green, red } from './finding.ts'

/** Named one by one; the command lists all. */
const NAMED_MOST = 20

export async function examineAccess(pool: Pool): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { account_id, descendants } of await findAllDescendants(pool, Date.now())) {
    findings.push(
      red(
        'access',
        `account ${account_id}: ${listed(descendants.map(tellDescendant))}`,
        `Look through "reckoner accounts revoke-descendants --account ${account_id}", then run it with --yes.`,
      ),
    )
  }
  const doubtful = await findDoubtful(pool)
  if (doubtful.length > 0) {
    findings.push(
      red(
        'webhooks',
        listed(doubtful.map(({ sentence }) => sentence)),
        'Open each under Webhooks in the dashboard: confirm its events as someone who can read them, change them, or delete it.',
      ),
    )
  }
  if (findings.length > 0) return findings
  return [
    green('access', 'nothing goes back to a test key, and webhooks are sent what they may be'),
  ]
}

function listed(sentences: readonly string[]): string {
  const more = sentences.length - NAMED_MOST
  const named = sentences.slice(0, NAMED_MOST).join('; ')
  return more > 0 ? `${named}; and ${more} more` : named
}
