// The text of emails with a one-time link, in the shape of all emails.

import { chooseLanguage } from './languages/choose.ts'
import type { MailMessage } from './mail.ts'
import { readableLine } from './readable-text.ts'

export type MailedPurpose = 'invitation' | 'password_reset'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

export function linkSubject(purpose: MailedPurpose, account: string, languageTag: string): string {
  return chooseLanguage(languageTag).links.subjects[purpose](readableLine(account))
}

export interface LinkMailParts {
  purpose: MailedPurpose
  /** The name of the account that the link signs in to. */
  account: string
  language: string
  recipient: string
  url: string
  /** How long the link is valid, from its creation. */
  lastsMs: number
  /** True if the user requested the link themselves. */
  own: boolean
}

/** Makes the texts of an email. Pure: the same parts give the same texts. */
export function linkMessage(parts: LinkMailParts): MailMessage {
  const { purpose, url, lastsMs, own } = parts
  const language = chooseLanguage(parts.language)
  const { links, mail } = language
  const account = readableLine(parts.account)
  const recipient = readableLine(parts.recipient)
  const opening =
    purpose === 'invitation'
      ? links.invited(account)
      : own
        ? links.requested(account)
        : links.helped(account)
  const hours = Math.max(1, Math.trunc(lastsMs / HOUR_MS))
  const lasts =
    hours > DAY_HOURS
      ? links.lasts(Math.trunc(hours / DAY_HOURS), 'days')
      : links.lasts(hours, 'hours')
  return {
    language: language.tag,
    subject: linkSubject(purpose, account, parts.language),
    preview: opening,
    test: null,
    sender: account,
    logo: null,
    color: null,
    greeting: recipient === '' ? mail.greeting_unnamed : mail.greeting(recipient),
    note: '',
    paragraphs: [opening, lasts],
    figure: null,
    facts: [],
    link: { label: purpose === 'invitation' ? links.join : links.set_password, url },
    payment: null,
    closing: [links.unexpected[purpose]],
    footer: [account],
  }
}
