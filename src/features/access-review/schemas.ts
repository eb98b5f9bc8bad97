// List access that traces back to test keys, as clients see it.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { OneOf, Timestamp } from '../../platform/http/shapes.ts'
import { type Descendant as Found, REASONS } from './actions.ts'

const strict = { additionalProperties: false }
/** More than a person looks through; the command lists all. */
const SHOWN_MOST = 100

const Descendant = Type.Object(
  {
    kind: OneOf(['member', 'api_key', 'webhook_endpoint', 'account'], 'What it is.'),
    id: Type.String({ description: 'Its ID.', examples: ['mem_01h2xcejqtf2nbrexx3vqjhp41'] }),
    name: Type.String({ description: 'What it is called: a name and email, or a URL.' }),
    reason: OneOf(
      REASONS,
      'What was done: invited, given another role, given a password by a link, created, changed, or settings changed.',
    ),
    actor: Type.String({ description: 'The key or person that did it.' }),
    test_key: Type.String({ description: 'The test key at the beginning of it.' }),
    done_at: Timestamp,
  },
  strict,
)

export const AccessReview = Type.Object(
  {
    object: Type.Literal('access_review'),
    total_count: Type.Integer({ minimum: 0 }),
    descendants: Type.Array(Descendant, {
      description: `What still descends from an act of a test key, at most ${SHOWN_MOST}.`,
    }),
    command: Type.String({ description: 'Command that revokes all of it, run on the server.' }),
  },
  strict,
)

export function accessReviewJson(found: readonly Found[], accountId: number): string {
  const review: Static<typeof AccessReview> = {
    object: 'access_review',
    total_count: found.length,
    descendants: found
      .slice(0, SHOWN_MOST)
      .map(({ kind, object_id, name, reason, actor, test_key, at }) => ({
        kind,
        id: object_id,
        name,
        reason,
        actor,
        test_key,
        done_at: timestamp(at),
      })),
    command: `reckoner accounts revoke-descendants --account ${accountId}`,
  }
  return JSON.stringify(review)
}
