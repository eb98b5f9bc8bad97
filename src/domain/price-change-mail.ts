// Emails that announce the new price of a subscription.

import type { CalendarDate } from './calendar.ts'
import { sellerParty } from './document.ts'
import type { DocumentSeller } from './document-shape.ts'
import { chooseLanguage } from './languages/choose.ts'
import type { MailMessage } from './mail.ts'
import { readableLine } from './readable-text.ts'
import type { IntervalUnit } from './recurrence.ts'

/** The facts in an email about a price change, as of its creation. */
export interface PriceChangeFacts {
  kind: 'price_change'
  product: string
  currency: string
  interval: IntervalUnit
  interval_count: number
  /** The cost of a period before discounts and taxes. */
  amount_before: number
  amount_after: number
  /** The first day of the new price, in the time zone of the subscription. */
  starts_on: CalendarDate
  seller: DocumentSeller
}

export function priceChangeSubject(
  { product, starts_on }: Pick<PriceChangeFacts, 'product' | 'starts_on'>,
  languageTag: string,
): string {
  const { mail, date } = chooseLanguage(languageTag)
  return mail.subjects.price_change(readableLine(product), date(starts_on))
}

/** Makes the texts of an email. Pure: the same parts give the same texts. */
export function priceChangeMessage(
  facts: PriceChangeFacts,
  of: { language: string; recipient: string; subject: string; mode: 'test' | 'live' },
): MailMessage {
  const language = chooseLanguage(of.language)
  const { mail: words, document } = language
  const recipient = readableLine(of.recipient)
  const { currency, interval, interval_count, starts_on } = facts
  const product = readableLine(facts.product)
  const per = words.per[interval](interval_count)
  const [before, after] = [facts.amount_before, facts.amount_after].map(
    (amount) => `${language.money(amount, currency)} ${per}`,
  ) as [string, string]
  const opening = words.price_change(product, { before, after, date: language.date(starts_on) })
  const seller = sellerParty(facts.seller, [], language)
  return {
    language: language.tag,
    subject: of.subject,
    preview: opening,
    test: of.mode === 'test' ? document.test : null,
    sender: seller.name,
    logo: null,
    color: facts.seller.color ?? null,
    greeting: recipient === '' ? words.greeting_unnamed : words.greeting(recipient),
    note: '',
    paragraphs: [opening, words.price_change_terms],
    figure: { label: words.new_price, value: after },
    facts: [
      { label: words.current_price, value: before },
      { label: words.product, value: product },
      { label: words.starts_on, value: language.date(starts_on) },
    ],
    link: null,
    payment: null,
    closing: [words.reply],
    footer: [seller.name, ...seller.lines],
  }
}
