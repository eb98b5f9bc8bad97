// Checks the recipient, sender and facts of each mail against the documents and settings it follows from.

import { isCollection } from '../../domain/collection-mail.ts'
import { LANGUAGES } from '../../domain/languages/choose.ts'
import type { Tx } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import type { Differ } from './checks.ts'
import { dayIn } from './dates.ts'
import { Differences } from './differences.ts'
import type { Terms } from './store-feed.ts'
import { type BooksMail, streamMails } from './store-mails.ts'

/** Allows for clock differences between machines, and for the time that a mail server takes. */
const HOUR_MS = 3_600_000

export async function findMailDifferences(
  tx: Tx,
  environmentId: number,
  terms: readonly Terms[],
): Promise<Differences> {
  const differences = new Differences(
    'mails',
    'emails',
    'each email has the right recipient, sender and figures',
  )
  const senders = new Set(terms.map(({ mail_from_name }) => mail_from_name))
  const replies = new Set(terms.map(({ reply_to }) => reply_to))
  for await (const mail of streamMails(tx, environmentId)) {
    const differ = differences.of(`email ${mail.id} about ${mail.number}`)
    checkRecipient(mail, differ)
    checkSender(mail, { senders, replies }, differ)
    checkFacts(mail, differ)
    checkOutcome(mail, differ)
  }
  return differences
}

/** True for the mail that brought the invoice when it was finalized; later ones can go to other recipients. */
const isFirst = ({ kind, created_at, finalized_at, first }: BooksMail): boolean =>
  kind === 'invoice' && created_at === finalized_at && first

function checkRecipient(mail: BooksMail, differ: Differ): void {
  const { kind, to_name, to_address, seller, customer, erased, known } = mail
  const { contact_name, name, email, language } = customer
  const isBilled = to_address === email && to_name === (contact_name || name)
  const isErased = erased && to_name === '' && to_address === 'erased@erased.invalid'
  // A client that sends an invoice again can name an address, which is stored with the mail only.
  const isOther =
    kind !== 'receipt' && !isCollection(mail) && !isFirst(mail) && (known || to_name === '')
  if (!isBilled && !isErased && !isOther) {
    differ(`it is for ${to_name} <${to_address}>, who is not a recipient of the invoice`)
  }
  const wanted = [language, seller.language]
  const spoken = wanted.map((tag) =>
    String(tag ?? '')
      .slice(0, 2)
      .toLowerCase(),
  )
  const expected = spoken.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en'
  if (!erased && mail.language !== expected) {
    differ(`it is in ${mail.language}, but should be in ${expected}`)
  }
}

function checkSender(
  { id, from_name, from_address, reply_to, message_id, seller, subject, number }: BooksMail,
  { senders, replies }: { senders: ReadonlySet<string>; replies: ReadonlySet<string> },
  differ: Differ,
): void {
  const { legal_name, name } = seller
  if (!senders.has(from_name) && !(senders.has('') && from_name === (legal_name || name))) {
    differ(`it is from "${from_name}", which the settings never had`)
  }
  if (!replies.has(reply_to)) differ(`replies go to "${reply_to}", which the settings never had`)
  const expected = `${encodeId('eml', id)}@${from_address.split('@')[1]}`
  if (message_id !== expected) differ(`its Message-ID is ${message_id}, but should be ${expected}`)
  if (!subject.includes(number)) differ('its subject does not contain the number of its document')
}

function checkFacts(mail: BooksMail, differ: Differ): void {
  const { kind, facts, number, created_at, amount_due, payments, reminded, credited } = mail
  if (facts.kind !== kind) differ(`it is a ${kind}, but its figures are of a ${facts.kind}`)
  const noted = Number(facts.amount_credited ?? 0)
  const [least = 0, most = 0] = credited
  if (!(noted >= least && noted <= most)) {
    differ(`it shows ${noted} as credited, but the notes until then credit ${most}`)
  }
  const applied = Number(facts.credit_applied_later ?? 0)
  if (!(applied >= 0 && applied <= mail.credit_applied_later)) {
    differ(`it shows ${applied} of credit applied, but it is ${mail.credit_applied_later}`)
  }
  const paid = Number(facts.amount_paid) + noted + applied
  const states = STATES[kind]
  if (!states.includes(String(facts.status))) differ(`it shows the invoice as ${facts.status}`)
  if ((facts.status === 'paid') !== (paid === amount_due) || !(paid >= 0 && paid <= amount_due)) {
    differ(`it shows ${paid} of ${amount_due} as paid, and the status ${facts.status}`)
  }
  if (isFirst(mail) && paid !== 0) differ(`it shows ${paid} as paid when the invoice was finalized`)
  if (kind === 'reminder') {
    if (!reminded) differ(`it was created at ${created_at}, when no reminder was recorded`)
    const day = dayIn(Date.parse(created_at), mail.seller.time_zone)
    const days = (Date.parse(day) - Date.parse(mail.due_date)) / 86_400_000
    if (facts.days !== days)
      differ(`it shows ${facts.days} days from the due date, but it is ${days}`)
  }
  if (isCollection(mail)) checkCollection(mail, differ)
  if (facts.charged_to !== undefined && !mail.has_method)
    differ(`it names the payment method ${facts.charged_to}, which the customer does not have`)
  if (kind === 'credit_note' && facts.number !== number) differ(`it names note ${facts.number}`)
  if (kind === 'receipt') {
    const of = payments?.some(
      ({ amount, method, received_on }) =>
        amount === facts.amount && method === facts.method && received_on === facts.received_on,
    )
    if (!of) differ(`no payment of ${facts.amount} was recorded at ${created_at}`)
  }
}

/** The failed payment, or the end of the retry plan, that an email reports. */
function checkCollection(
  { kind, facts, created_at, failed_as, failed_amount, failed_before, plan_ended }: BooksMail,
  differ: Differ,
): void {
  if (kind === 'collection_ended') {
    if (!plan_ended) differ(`it was created at ${created_at}, when no retry plan ended`)
    return
  }
  const { amount } = facts
  if (amount !== undefined && failed_amount !== null && amount !== failed_amount)
    differ(`it says that ${amount} was charged, but the payment is ${failed_amount}`)
  // A step of the plan without a method that can be charged is reported as well.
  const isStep = kind === 'payment_failed_again' && failed_before
  if (failed_as === null && !isStep)
    differ(`it was created at ${created_at}, when no payment failed`)
  else if ((kind === 'action_required') !== (failed_as === 'payment.requires_action'))
    differ(`it is a ${kind}, but its event is ${failed_as}`)
}

const STATES: Record<BooksMail['kind'], readonly string[]> = {
  invoice: ['posted', 'overdue', 'paid'],
  reminder: ['posted', 'overdue'],
  receipt: ['paid'],
  credit_note: ['posted', 'overdue', 'paid'],
  payment_failed: ['posted', 'overdue'],
  payment_failed_again: ['posted', 'overdue'],
  action_required: ['posted', 'overdue'],
  collection_ended: ['posted', 'overdue'],
  // These are about no invoice.
  price_change: [],
  card_expiring: [],
}

/** The status fits the recorded attempts. */
function checkOutcome(mail: BooksMail, differ: Differ): void {
  const { status, attempts, last_error, has_text, erased, created_at, sent_at } = mail
  const wrong = {
    outbox: attempts !== 0 || last_error !== null || has_text,
    pending: attempts > 0 !== (last_error !== null),
    sent: attempts === 0 || last_error !== null || !(has_text || erased),
    failed: attempts === 0 || last_error === null,
    canceled: attempts > 0 !== (last_error !== null),
  }[status]
  if (wrong) {
    const text = has_text ? 'a text' : 'no text'
    differ(`it is ${status}, with ${attempts} attempts, ${text} and the error ${last_error}`)
  }
  if (mail.has_html !== has_text) differ('it has only one of its two texts')
  if (sent_at === null) return
  const sent = Date.parse(sent_at)
  const recorded = mail.document_sent_at
  if (
    sent < Date.parse(created_at) - HOUR_MS ||
    (recorded && sent > Date.parse(recorded) + HOUR_MS)
  ) {
    differ(
      `it was created at ${created_at} and sent at ${sent_at}, but its document says ${recorded}`,
    )
  }
}
