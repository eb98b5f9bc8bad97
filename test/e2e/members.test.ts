// Members at the dashboard: where one is signed in, ended by an owner.
import { after, test } from 'node:test'
import { joined, PASSWORD } from '../browser-like.ts'
import { refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { startMailServer } from '../mail-server.ts'
import { partOf } from '../mime.ts'
import { holds, launch, needsChromium, visit, visitAsOwner } from './browser.ts'

const w = await world({ after })
const server = await startMailServer({ after })
const mailing = await world(
  { after },
  { settings: { SMTP_URL: server.url, MAIL_FROM: 'billing@nordlicht.example' } },
)
const chromium = await launch({ after })
const CURRENT = '/session/v1/sessions/current'

test('an owner sees where a member is signed in, and ends it', needsChromium, async (t) => {
  const ada = await joined(w, 'ada@example.com', 'viewer')
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('settings/members')
  const row = page.getByRole('row').filter({ hasText: 'ada@example.com' })
  await row.getByRole('button', { name: 'Sessions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('cell', { name: /Firefox.*127\.0\.0\.1/s }).waitFor()
  await assertAccessible('the sessions of a member')
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  const ask = page.getByRole('dialog', { name: 'Sign out this session?' })
  await ask.getByTestId('foreseen').waitFor()
  await ask.getByRole('button', { name: 'Sign out' }).click()
  await dialog.getByText('No active sessions.').waitFor()
  const end = await until('the end', async () => {
    const answer = await ada.get(CURRENT)
    return answer.status !== 200 && answer
  })
  refused(end, 401, 'session_invalid')
})

/** The address that a mail brings, read as its reader would. */
const linkIn = (nth: number) =>
  until(`mail ${nth}`, () => {
    const mail = server.received[nth - 1]
    const text = mail && partOf(mail.mime, 'text/plain')?.body.toString('utf8')
    return text && /http\S+\/welcome#\w+/.exec(text)?.[0]
  })

test('an invitation comes by mail, and so does a new password', needsChromium, async (t) => {
  const visitor = await visitAsOwner(chromium, t, mailing)
  const { page, open, assertAccessible } = visitor
  // What it would do is asked for while the address is still being typed.
  visitor.expect(400)
  await open('settings/members')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('ada@example.com')
  await dialog.getByText('Join Default').waitFor()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('A link was emailed to ada@example.com').waitFor()
  await assertAccessible('an invitation on its way')
  const ada = await visit(chromium, t, mailing)
  await ada.page.goto(await linkIn(1))
  await ada.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await ada.page.getByRole('button', { name: 'Join' }).click()
  await ada.page.waitForURL(/\/1\/(test|live)/)

  const later = await visit(chromium, t, mailing)
  await later.page.goto(`${mailing.url}/sign-in`)
  await later.page.getByRole('link', { name: 'Forgot password?' }).click()
  await later.page.getByLabel('Email').fill('ada@example.com')
  await later.assertAccessible('asking for a new password')
  await later.page.getByRole('button', { name: 'Email me a link' }).click()
  await later.page.getByText('a link is on its way').waitFor()
  await later.page.goto(await linkIn(2))
  await later.page.getByLabel('New password').fill('a different phrase')
  await later.page.getByRole('button', { name: 'Set password' }).click()
  await later.page.waitForURL(/\/1\/(test|live)/)
})

test(
  'where no mail leaves, the page says what to do instead, in French too',
  needsChromium,
  async (t) => {
    const { page, assertAccessible } = await visit(chromium, t, w, { locale: 'fr-CA' })
    await page.goto(`${w.url}/forgotten`)
    await page.getByText('Ce service n’envoie pas de courriels.').waitFor()
    await assertAccessible('no new password by mail')
  },
)

test('a name is changed on the profile page', needsChromium, async (t) => {
  const { page, open, assertAccessible } = await visitAsOwner(chromium, t, w)
  await open('profile')
  await page.getByLabel('Name').fill('Olivia Owner')
  await assertAccessible('the profile page')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Profile: Olivia Owner' }).waitFor()
  await open('profile')
  await holds(page.getByLabel('Name'), 'Olivia Owner')
})
