// Emailed links over a real mail server: invitations and password resets.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser, joined, owner, PASSWORD } from '../browser-like.ts'
import { connectApi } from '../client.ts'
import { get, type Made, refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { type ReceivedMail, startMailServer } from '../mail-server.ts'
import { headerOf, partOf } from '../mime.ts'

let aheadMs = 0
const server = await startMailServer({ after })
const w = await world(
  { after },
  {
    settings: {
      SMTP_URL: server.url,
      MAIL_FROM: 'billing@nordlicht.example',
      TRUST_PROXY: 'true',
      PUBLIC_URL: 'https://billing.nordlicht.example',
    },
    wallNow: () => Date.now() + aheadMs,
  },
)
const { keys } = w
// Test keys cannot reach members.
const api = connectApi(w.url, keys.live)
after(() => api.close())
const MEMBERS = '/v1/members'
const RESETS = '/session/v1/password_resets'
const REDEEM = '/session/v1/links/redeem'
const CURRENT = '/session/v1/sessions/current'
const byHand = { body: { mail: false } }

async function invite(email: string, more: object = {}): Promise<Made> {
  const answer = await api.post(MEMBERS, { body: { email, role: 'viewer', ...more } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const mailsTo = (email: string) => server.received.filter(({ to }) => to.includes(email))
const mailTo = (email: string, nth = 1) =>
  until(`mail ${nth} to ${email}`, () => mailsTo(email)[nth - 1])
const bodyOf = (mail: ReceivedMail, type: string) =>
  (partOf(mail.mime, type)?.body.toString('utf8') ?? '').replaceAll('\r\n', '\n')
const textOf = (mail: ReceivedMail) => bodyOf(mail, 'text/plain')
const LINK = /https:\/\/billing\.nordlicht\.example\/welcome#(\w{40})/
const tokenIn = (mail: ReceivedMail) => LINK.exec(textOf(mail))?.[1] as string

function redeem(token: string, password = PASSWORD) {
  const person = browser(w)
  return person.send('POST', REDEEM, { body: { token, password } })
}

const statusOf = async ({ id }: Made): Promise<Made> => {
  const { mail_status, mail_error } = await get(api, `${MEMBERS}/${id}`)
  return [mail_status, mail_error]
}
const arrived = (member: Made) =>
  until('it to be recorded', async () => (await statusOf(member))[0] === 'sent')

/** Number of sealed tokens that are stored. */
const kept = async () =>
  (await w.sql('select 1 from one_time_links where sealed_token is not null')).length

/** Makes pending retries due now. */
const hurry = () =>
  w.sql('update one_time_links set next_attempt_at = created_at where next_attempt_at is not null')

let caller = 0
/** A new network for each call. */
const somewhere = () => ({ 'x-forwarded-for': `2001:db8:0:${(++caller).toString(16)}::1` })
const ask = (email: string, headers: Record<string, string> = somewhere()) =>
  browser(w).send('POST', RESETS, { body: { email }, headers })

/** `joined` needs the link in the response. */
const byHandInvite = (email: string) => ({ body: { email, role: 'viewer', mail: false } })

test('an invitation is emailed, works once, and its token is deleted once sent', async () => {
  const foreseen = await api.post(`${MEMBERS}?dry_run=true`, {
    body: { email: 'ada@example.com', role: 'viewer' },
  })
  const member = await invite('ada@example.com', { name: 'Ada' })
  assert.deepEqual([member.link, member.mail_status, member.mail_error], [null, 'pending', null])
  const mail = await mailTo('ada@example.com')
  const subject = headerOf(mail.mime, 'subject')
  assert.equal(subject, 'Join Default')
  assert.deepEqual(foreseen.body.emails, [{ kind: 'invitation', to: 'ada@example.com', subject }])
  assert.equal(mail.from, 'billing@nordlicht.example')
  assert.match(textOf(mail), /^Hi Ada,\n\nYou’ve been invited to join Default\.\n/)
  assert.match(textOf(mail), /works once and expires in 7 days/)
  const html = bodyOf(mail, 'text/html')
  assert.ok(html.includes(`href="https://billing.nordlicht.example/welcome#${tokenIn(mail)}"`))
  await arrived(member)
  assert.equal(await kept(), 0, 'the token is not kept')
  assert.equal((await redeem(tokenIn(mail))).status, 201)
  assert.deepEqual(await statusOf(member), [null, null])
  refused(await redeem(tokenIn(mail)), 400, 'link_invalid')
  assert.equal(mailsTo('ada@example.com').length, 1)
})

test('emails with links use the language of the account', async () => {
  const language = (tag: string) =>
    api.patch('/v1/account', { body: { language: tag }, key: keys.live })
  assert.equal((await language('fr')).status, 200)
  const member = await invite('amelie@example.com')
  const mail = await mailTo('amelie@example.com')
  assert.equal(headerOf(mail.mime, 'subject'), 'Rejoignez Default')
  assert.match(textOf(mail), /Le lien sert une fois et expire dans 7 jours\./)
  await arrived(member)
  await redeem(tokenIn(mail))
  await ask('amelie@example.com')
  const reset = await mailTo('amelie@example.com', 2)
  assert.equal(headerOf(reset.mime, 'subject'), 'Réinitialisez votre mot de passe pour Default')
  assert.match(textOf(reset), /expire dans 1 heure\./)
  await language('en')
})

test('a link is shown instead of emailed on request, and a later link replaces it', async () => {
  const member = await invite('bob@example.com', { mail: false })
  assert.match(member.link, LINK)
  assert.equal(member.mail_status, null)
  assert.equal((await redeem(member.link.split('#')[1])).status, 201)
  const again = await api.post(`${MEMBERS}/${member.id}/link`, byHand)
  assert.match(again.body.link, LINK)
  const mailed = await api.post(`${MEMBERS}/${member.id}/link`)
  assert.deepEqual([mailed.body.link, mailed.body.mail_status], [null, 'pending'])
  const mail = await mailTo('bob@example.com')
  assert.equal(headerOf(mail.mime, 'subject'), 'Reset your password for Default')
  assert.match(textOf(mail), /An admin of Default sent you a link/)
  refused(await redeem(again.body.link.split('#')[1]), 400, 'link_invalid')
  assert.equal((await redeem(tokenIn(mail), 'a different phrase')).status, 201)
})

test('a link replaced or withdrawn before it was sent is not emailed', async () => {
  server.onMail = () => ({ code: 451, text: 'Try again later' })
  const [replaced, removed] = [await invite('carl@example.com'), await invite('cora@example.com')]
  for (const member of [replaced, removed]) {
    const [status, error] = await until('a failure', async () => {
      const mailStatus = await statusOf(member)
      return mailStatus[1] && mailStatus
    })
    assert.equal(status, 'pending')
    assert.match(error, /Try again later/)
  }
  const { body } = await api.post(`${MEMBERS}/${replaced.id}/link`, byHand)
  assert.equal((await api.delete(`${MEMBERS}/${removed.id}`)).status, 200)
  server.onMail = () => 'take'
  await hurry()
  await until('them to be given up', async () => (await kept()) === 0)
  assert.deepEqual([mailsTo('carl@example.com').length, mailsTo('cora@example.com').length], [1, 1])
  assert.equal((await redeem(body.link.split('#')[1])).status, 201)
})

test('a failing mail server is retried, and a rejected address reported', async () => {
  server.onMail = () => 'drop'
  const member = await invite('dora@example.com')
  await until('an attempt', async () => (await statusOf(member))[1])
  server.onMail = () => 'take'
  await hurry()
  await arrived(member)
  const mails = mailsTo('dora@example.com')
  assert.ok(mails.length > 1)
  assert.equal(new Set(mails.map(({ raw }) => raw)).size, 1, 'the same bytes, one Message-ID')
  server.onRecipient = () => ({ code: 550, text: 'No such user' })
  const lost = await invite('nobody@example.com')
  await until('it to be refused', async () => (await statusOf(lost))[0] === 'failed')
  server.onRecipient = () => 'take'
  assert.match((await statusOf(lost))[1], /No such user/)
  assert.equal(await kept(), 0)
})

test('a reset link sets a password and ends all sessions and links', async () => {
  const person = await owner(w, 2, 'erin@example.com')
  const other = browser(w)
  await other.send('POST', '/session/v1/sessions', {
    body: { email: 'erin@example.com', password: PASSWORD },
  })
  assert.deepEqual((await browser(w).get(RESETS)).body, {
    object: 'password_reset',
    delivery: 'mail',
  })
  assert.equal((await ask('ERIN@example.com')).status, 200)
  assert.equal((await ask('erin@example.com')).status, 200)
  const [mail, second] = [await mailTo('erin@example.com'), await mailTo('erin@example.com', 2)]
  assert.equal(headerOf(mail.mime, 'subject'), 'Reset your password for Default')
  assert.match(textOf(mail), /We received a request to reset[\s\S]*expires in 1 hour/)
  // A request for a reset changes nothing.
  assert.equal((await person.get(CURRENT)).status, 200)
  const inspected = await browser(w).send('POST', '/session/v1/links/inspect', {
    body: { token: tokenIn(mail) },
  })
  assert.deepEqual(
    [inspected.body.purpose, inspected.body.email, inspected.body.asks],
    ['password_reset', 'erin@example.com', 'new_password'],
  )
  const set = await redeem(tokenIn(mail), 'a different phrase')
  assert.equal(set.status, 201, set.text)
  for (const each of [person, other]) refused(await each.get(CURRENT), 401, 'session_invalid')
  for (const each of [mail, second]) {
    refused(await redeem(tokenIn(each), 'yet another phrase'), 400, 'link_invalid')
  }
  const rows = await get(api, '/v1/audit_log?action=requestPasswordReset', { key: keys.live })
  assert.equal(rows.data.filter(({ actor_label }: Made) => actor_label === 'Olive Owner').length, 2)
})

test('a reset link expires within an hour', async () => {
  await joined(w, 'fay@example.com', 'viewer', byHandInvite('fay@example.com'))
  await ask('fay@example.com')
  const mail = await mailTo('fay@example.com')
  aheadMs = 3_600_000 + 1_000
  refused(await redeem(tokenIn(mail), 'a different phrase'), 400, 'link_invalid')
  aheadMs = 0
})

test('a password reset gets the same response after the same time for any address', async () => {
  const texts = new Set<string>()
  const tookMs = async (email: string): Promise<number> => {
    const from = performance.now()
    const answer = await ask(email)
    const took = performance.now() - from
    assert.equal(answer.status, 200)
    // All responses wait for the same time, which exceeds the work.
    assert.ok(took >= 395, `${took} ms`)
    texts.add(answer.text)
    return took
  }
  const links: string[] = []
  // A busy machine can slow down any request; a real difference would show each time.
  for (let tries = 0; tries < 5; tries++) {
    const email = `gail${tries}@example.com`
    await joined(w, email, 'viewer', byHandInvite(email))
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < 4; round++) {
      times[0].push(await tookMs(email))
      times[1].push(await tookMs(`nobody${tries}@example.com`))
    }
    const [there, nowhere] = times.map((each) => Math.min(...each)) as [number, number]
    if (Math.abs(there - nowhere) < 100) break
    links.push(`${there} ms known, ${nowhere} ms unknown`)
  }
  assert.ok(links.length < 5, links.join('; '))
  assert.equal(texts.size, 1)
  assert.deepEqual(
    server.received.filter(({ to }) => to.some((each) => /^nobody\d/.test(each))),
    [],
  )
})
