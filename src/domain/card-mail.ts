// Emails about saved cards that expire soon.

import { addDays, daysInMonth, instantOf } from './calendar.ts'
import { sellerParty } from './document.ts'
import type { DocumentSeller } from './document-shape.ts'
import { chooseLanguage } from './languages/choose.ts'
import type { MailMessage } from './mail.ts'
import type { MethodDisplay } from './payment-method.ts'
import { displayName } from './payment-method-name.ts'
import { readableLine } from './readable-text.ts'

/** The card is named by its UUID, so that erasing it also erases its digits here. */
export interface CardFacts {
  kind: 'card_expiring'
  method: string
  seller: DocumentSeller
}

/** The notice is written at 9:00 in the account's time zone. */
const HOUR = 9
const DAYS_BEFORE = 30

/** When the expiry of a card is announced: 30 days before it ends; null if it has no expiry. */
export function expiryNotice(
  { exp_month, exp_year }: Pick<MethodDisplay, 'exp_month' | 'exp_year'>,
  timeZone: string,
): number | null {
  if (exp_month === null || exp_year === null) return null
  const month = String(exp_month).padStart(2, '0')
  const last = `${exp_year}-${month}-${daysInMonth(exp_year, exp_month)}`
  return instantOf(addDays(last, 1 - DAYS_BEFORE), HOUR, timeZone)
}

export const cardSubject = (seller: string, languageTag: string): string =>
  chooseLanguage(languageTag).mail.subjects.card_expiring(readableLine(seller))

interface Of {
  language: string
  recipient: string
  subject: string
  mode: 'test' | 'live'
  /** Null once the card is erased. */
  display: MethodDisplay | null
}

/** The paragraphs of the email. */
export function cardText(display: MethodDisplay | null, languageTag: string): string[] {
  const { mail } = chooseLanguage(languageTag)
  const name = display ? displayName(display, mail.account) : mail.saved_method
  const month = String(display?.exp_month ?? '').padStart(2, '0')
  return [
    mail.card_expires(name, display ? `${month}/${display.exp_year}` : ''),
    mail.card_replaced,
  ]
}

/** Makes the texts of an email. Pure: the same parts give the same texts. */
export function cardMessage(facts: CardFacts, of: Of): MailMessage {
  const language = chooseLanguage(of.language)
  const { mail: words, document } = language
  const recipient = readableLine(of.recipient)
  const seller = sellerParty(facts.seller, [], language)
  const paragraphs = cardText(of.display, of.language)
  return {
    language: language.tag,
    subject: of.subject,
    preview: paragraphs[0] ?? '',
    test: of.mode === 'test' ? document.test : null,
    sender: seller.name,
    logo: null,
    color: facts.seller.color ?? null,
    greeting: recipient === '' ? words.greeting_unnamed : words.greeting(recipient),
    ...{ note: '', paragraphs, figure: null, facts: [], link: null, payment: null },
    closing: [words.reply],
    footer: [seller.name, ...seller.lines],
  }
}
