// The `doctor` check of webhook endpoints: whether they receive events that their creator cannot read.

import type { Pool } from 'pg'
import { findDoubtful } from '../features/webhook-endpoints/doubt.ts'
import { type Finding, green, red } from './finding.ts'

/** The most endpoints that one finding names. */
const NAMED_MOST = 20

export async function examineWebhooks(pool: Pool): Promise<Finding> {
  const doubtful = await findDoubtful(pool)
  if (doubtful.length === 0) {
    return green('webhooks', 'each endpoint receives only events that its creator can read')
  }
  return red(
    'webhooks',
    listed(doubtful.map(({ sentence }) => sentence)),
    'Open each under Webhooks in the dashboard: confirm its events as someone who can read them, change them, or delete it.',
  )
}

function listed(sentences: readonly string[]): string {
  const more = sentences.length - NAMED_MOST
  const named = sentences.slice(0, NAMED_MOST).join('; ')
  return more > 0 ? `${named}; and ${more} more` : named
}
