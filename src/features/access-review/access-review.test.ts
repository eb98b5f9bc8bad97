// What a test key let in is followed down through the audit log, each way there is.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Act, type Subject, traceTestKeys } from './actions.ts'

const DAY = 86_400_000
const TEST = 'svc_test_1'
const member = (name: string, more: Partial<Subject> = {}): Subject => ({
  kind: 'member',
  object_id: `mem_${name}`,
  name,
  live: true,
  user: `usr_${name}`,
  ...more,
})
const key = (name: string, live = true): Subject => ({
  kind: 'api_key',
  object_id: `svc_live_${name}`,
  name,
  live,
})
const hook = (name: string): Subject => ({
  kind: 'webhook_endpoint',
  object_id: `whe_${name}`,
  name,
  live: true,
})
const acts = (...rows: [actor: string, action: string, object_id: string, at?: number][]): Act[] =>
  rows.map(([actor, action, object_id, at], index) => ({
    actor,
    action,
    object_id,
    at: at ?? index + 1,
  }))

const cases: [what: string, acts: Act[], subjects: Subject[], left: string[]][] = [
  [
    'an invitation, and all that its person did',
    acts(
      ['usr_owner', 'inviteMember', 'mem_good'],
      [TEST, 'inviteMember', 'mem_bad'],
      ['usr_bad', 'createApiKey', 'svc_live_1'],
      ['svc_live_1', 'rollApiKey', 'svc_live_2'],
      ['svc_live_2', 'inviteMember', 'mem_worse'],
      ['usr_worse', 'createWebhookEndpoint', 'whe_1'],
      ['svc_live_2', 'updateAccount', 'acct_1'],
      ['usr_good', 'createApiKey', 'svc_live_3'],
    ),
    [
      member('good'),
      member('bad'),
      member('worse'),
      key('1', false),
      key('2'),
      key('3'),
      hook('1'),
    ],
    [
      'invited mem_bad',
      'created svc_live_2',
      'invited mem_worse',
      'created whe_1',
      'settings acct_1',
    ],
  ],
  [
    'a role, until somebody else gives one',
    acts(
      [TEST, 'updateMember', 'mem_a'],
      [TEST, 'updateMember', 'mem_b'],
      ['usr_owner', 'updateMember', 'mem_a'],
      ['usr_b', 'createApiKey', 'svc_live_1'],
    ),
    [member('a'), member('b'), key('1')],
    ['role mem_b', 'created svc_live_1'],
  ],
  [
    'what was done before is nobody else’s doing',
    acts(['usr_a', 'createApiKey', 'svc_live_1'], [TEST, 'updateMember', 'mem_a']),
    [member('a'), key('1')],
    ['role mem_a'],
  ],
  [
    'a link that was opened in its time, and not one that was not',
    acts(
      [TEST, 'linkMember', 'mem_a', 1],
      ['usr_a', 'redeem_password_reset', 'ses_1', DAY],
      ['usr_a', 'createApiKey', 'svc_live_1', DAY + 1],
      [TEST, 'linkMember', 'mem_b', 1],
      [TEST, 'linkMember', 'mem_c', 1],
      ['usr_c', 'redeem_password_reset', 'ses_2', 2 * DAY],
      [TEST, 'linkMember', 'mem_d', 1],
      ['usr_owner', 'linkMember', 'mem_d', 2],
      ['usr_d', 'redeem_password_reset', 'ses_3', 3],
    ).sort((a, b) => a.at - b.at),
    [member('a'), member('b'), member('c'), member('d'), key('1')],
    ['password mem_a', 'created svc_live_1'],
  ],
  [
    'a password, until there is another',
    acts(
      [TEST, 'linkMember', 'mem_a'],
      ['usr_a', 'redeem_password_reset', 'ses_1'],
      ['command', 'resetPassword', 'mem_a'],
    ),
    [member('a')],
    [],
  ],
  [
    'what is gone, or was looked at and kept, is not left',
    acts(
      [TEST, 'inviteMember', 'mem_gone'],
      [TEST, 'inviteMember', 'mem_kept'],
      ['usr_kept', 'createApiKey', 'svc_live_1'],
      ['command', 'keepAccess', 'mem_kept'],
      ['usr_kept', 'createApiKey', 'svc_live_2'],
    ),
    [member('gone', { live: false }), member('kept'), key('1'), key('2')],
    [],
  ],
  ['no test key', acts(['usr_owner', 'inviteMember', 'mem_a']), [member('a')], []],
]

for (const [what, done, subjects, left] of cases) {
  test(`descends: ${what}`, () => {
    const found = traceTestKeys(done, subjects)
    assert.deepEqual(
      found.map(({ reason, object_id }) => `${reason} ${object_id}`),
      left,
    )
    assert.ok(found.every(({ test_key }) => test_key === TEST))
  })
}
