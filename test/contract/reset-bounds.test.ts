// How often password reset links are emailed, by person and by requesting address.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, joined } from '../browser-like.ts'
import { refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { startMailServer } from '../mail-server.ts'

const server = await startMailServer({ after })
const settings = {
  SMTP_URL: server.url,
  MAIL_FROM: 'billing@nordlicht.example',
  PUBLIC_URL: 'https://billing.nordlicht.example',
  TRUST_PROXY: 'true',
}
const w = await world({ after }, { settings })
const RESETS = '/session/v1/password_resets'

const mailTo = (email: string, nth = 1) =>
  until(
    `mail ${nth} to ${email}`,
    () => server.received.filter(({ to }) => to.includes(email))[nth - 1],
  )

let caller = 0
/** A new network for each call. */
const somewhere = () => ({ 'x-forwarded-for': `2001:db8:0:${(++caller).toString(16)}::1` })
const ask = (email: string, headers: Record<string, string> = somewhere()) =>
  browser(w).send('POST', RESETS, { body: { email }, headers })

/** `joined` needs the link in the response. */
const byHandInvite = (email: string) => ({ body: { email, role: 'viewer', mail: false } })

test('a person gets at most three emails, and requests from one address are limited', async () => {
  await joined(w, 'hans@example.com', 'viewer', byHandInvite('hans@example.com'))
  for (let round = 0; round < 5; round++) assert.equal((await ask('hans@example.com')).status, 200)
  const { headers, ...sixth } = await ask('hans@example.com')
  refused({ headers, ...sixth }, 429, 'rate_limit_exceeded')
  // Three links are valid; a fourth is sent only after one of them has ended.
  await mailTo('hans@example.com', 3)
  assert.equal(
    (
      await w.sql(
        `select 1 from one_time_links l join users u on u.id = l.user_id where u.email = 'hans@example.com'`,
      )
    ).length,
    3,
  )
  // The limit of an address applies to any person, and does not block other addresses.
  const from = somewhere()
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, index) => ask(`somebody${index}@example.com`, from)),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  assert.deepEqual([...statuses].sort(), [200, 429])
  await joined(w, 'ines@example.com', 'viewer', byHandInvite('ines@example.com'))
  assert.equal((await ask('ines@example.com', from)).status, 200)
  await mailTo('ines@example.com')
})
