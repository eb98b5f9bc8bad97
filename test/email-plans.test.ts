// The plans for 100 000 emails: neither lists nor the search for due emails get slower as the table grows.

import { after, test } from 'node:test'
import type pg from 'pg'
import { findDueEnvironments, keepTexts, leaseEmails } from '../src/features/emails/store.ts'
import { findHosted } from '../src/features/invoices/store.ts'
import { emails } from '../src/features/outbox/record.ts'
import { findEmail, needsAttention } from '../src/features/outbox/store.ts'
import { type PageQuery, readPage } from '../src/platform/db/page.ts'
import { type Db, type Sql, sql } from '../src/platform/db/sql.ts'
import type { Tx } from '../src/platform/db/table.ts'
import { look, START, seeded } from './plans.ts'

const COUNT = 100_000
/** The second environment is live. */
const LIVE = 2

const client = await seeded({ after }, seed)

const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Emails a minute apart; of 1 000, one is pending, one has failed, ten are receipts, and the rest were sent. */
async function seed(db: pg.ClientBase): Promise<void> {
  await db.query(`
    insert into emails (environment_id, id, kind, status, invoice_id, customer_id, to_name,
      to_address, from_name, from_address, reply_to, language, message_id, subject, facts, attempts,
      next_attempt_at, created_at, sent_at)
    select ${LIVE}, id, case when n % 100 = 2 then 'receipt' else 'invoice' end, status, id,
      1 + n % 1000, '', 'a@example.com', '', 'b@example.com', '', 'en', '', '', '{}', 1,
      case when status = 'pending' then at end, at, case when status = 'sent' then at end
    from (select n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
            case n % 1000 when 0 then 'failed' when 1 then 'pending' else 'sent' end as status,
            timestamptz '2026-01-01Z' + n * interval '1 minute' as at
          from generate_series(1, ${COUNT}) n) series`)
  await db.query(
    `update environment_counters set emails_count = ${COUNT} where environment_id = ${LIVE}`,
  )
  await db.query('vacuum analyze')
}

const page = (filters: Sql[], request: PageQuery) => (db: Db) =>
  readPage(
    db,
    {
      table: 'emails',
      environmentId: LIVE,
      filters,
      counter: 'emails_count',
      decodeCursor: (cursor) => cursor,
    },
    request,
  )

const cursor = idOf(50_000)
const ofStatus = (status: string) => sql`status = ${status}`
const pages: [string, Sql[], PageQuery][] = [
  ['all', [], {}],
  ['all by cursor', [], { starting_after: cursor }],
  ['failed ones', [ofStatus('failed')], {}],
  ['those that need attention', [needsAttention], {}],
  ['all others', [sql`not (${needsAttention})`], {}],
  ['pending ones by cursor', [ofStatus('pending')], { starting_after: cursor }],
  ['sent ones', [ofStatus('sent')], {}],
  ['receipts', [sql`kind = ${'receipt'}`], {}],
  ["an invoice's", [sql`invoice_id = ${idOf(77)}`], {}],
  ["a customer's", [sql`customer_id = ${7}`], {}],
]
for (const [what, filters, request] of pages) {
  test(`the list of emails reads few rows: ${what}`, () =>
    look(client, what, page(filters, request)))
}

const LATE = START + 365 * 86_400_000
const keys = Array.from({ length: 20 }, (_, n) => ({ environment_id: LIVE, id: idOf(n + 500) }))
const lease = { token: idOf(1), wallMs: LATE, untilMs: LATE + 1, most: 16 }
const statements: [string, (db: Db) => Promise<unknown>][] = [
  ['environments with mails due', (db) => findDueEnvironments(db, LATE)],
  ['leasing', (db) => leaseEmails(db, LIVE, lease)],
  ['twenty mails', (db) => emails.find(db, keys)],
  ['one mail', (db) => findEmail(db, { environment_id: LIVE, id: cursor })],
  ['mails locked', (db) => emails.lock(db as Tx, keys, 'wait')],
  [
    'texts kept',
    (db) => {
      const email = { environment_id: LIVE, id: cursor, lease_token: idOf(1) }
      return keepTexts(db, email, { text: 'a', html: 'b', attached: true })
    },
  ],
  ['a hosted invoice', (db) => findHosted(db, { environment_id: LIVE, token: 'a'.repeat(27) })],
]
for (const [what, run] of statements) test(what, () => look(client, what, run))
