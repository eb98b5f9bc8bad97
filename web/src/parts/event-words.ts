// What an event says, in the reader's language: in dialogs beforehand, in timelines afterwards.
import type { Format } from '../words/format.ts'
import { defineWords, type Like } from '../words/language.tsx'
import { memberNames } from './member-words.ts'

export const words = defineWords({
  en: {
    'account.updated': (members: string) =>
      members ? `Settings changed: ${members}.` : 'Settings changed.',
    'customer.created': (name: string) => `Customer ${name} created.`,
    'customer.updated': (name: string, members: string) => `Customer ${name} changed: ${members}.`,
    'customer.deleted': (name: string) => `Customer ${name} deleted.`,
    'customer.erased': () => 'A customer’s personal data erased.',
    'product.created': (name: string) => `Product ${name} created.`,
    'product.updated': (name: string, members: string) => `Product ${name} changed: ${members}.`,
    'product.archived': (name: string) => `Product ${name} archived.`,
    'invoice.created': (number: string, total: string) => `Draft ${number} created, for ${total}.`,
    'invoice.updated': (number: string, members: string) => `Draft ${number} changed: ${members}.`,
    'invoice.finalized': (number: string, due: string, date: string) =>
      `Invoice ${number} issued: ${due} due by ${date}.`,
    'invoice.sent': (number: string) => `Invoice ${number} accepted by the mail server.`,
    'invoice.send_failed': (number: string) => `The mail of invoice ${number} was not delivered.`,
    'invoice.overdue': (number: string, remaining: string) =>
      `Invoice ${number} fell overdue: ${remaining} remains to be paid.`,
    'invoice.partially_paid': (number: string, paid: string, due: string) =>
      `Invoice ${number} paid in part: ${paid} of ${due}.`,
    'invoice.paid': (number: string, due: string) => `Invoice ${number} paid in full: ${due}.`,
    'invoice.payment_reversed': (number: string, remaining: string) =>
      `Invoice ${number} waits for payment again: ${remaining} remains.`,
    'invoice.voided': (number: string) => `Invoice ${number} voided.`,
    'invoice.reminded': (number: string) => `A reminder of invoice ${number} written.`,
    'payment.created': (amount: string, date: string) =>
      `Payment of ${amount} received on ${date}.`,
    'payment.reversed': (amount: string) => `Payment of ${amount} reversed.`,
    'credit_transaction.created': (amount: string, type: string) =>
      `Customer credit of ${amount}: ${type}.`,
    'webhook_endpoint.created': (url: string) => `Endpoint ${url} created.`,
    'webhook_endpoint.updated': (url: string, members: string) =>
      `Endpoint ${url} changed: ${members}.`,
    'webhook_endpoint.deleted': (url: string) => `Endpoint ${url} deleted.`,
    'webhook_endpoint.disabled': (url: string) => `Endpoint ${url} switched off.`,
    'webhook_endpoint.secret_rotated': (url: string) => `Endpoint ${url} has a new secret.`,
    'webhook_endpoint.test': () => 'A test event for one endpoint.',
    members: memberNames.en,
    other: (type: string) => `${type}.`,
    types: { granted: 'granted', expired: 'taken back', applied: 'applied', restored: 'restored' },
  },
  fr: {
    'account.updated': (members) =>
      members ? `Paramètres modifiés : ${members}.` : 'Paramètres modifiés.',
    'customer.created': (name) => `Client ${name} créé.`,
    'customer.updated': (name, members) => `Client ${name} modifié : ${members}.`,
    'customer.deleted': (name) => `Client ${name} supprimé.`,
    'customer.erased': () => 'Données personnelles d’un client effacées.',
    'product.created': (name) => `Produit ${name} créé.`,
    'product.updated': (name, members) => `Produit ${name} modifié : ${members}.`,
    'product.archived': (name) => `Produit ${name} archivé.`,
    'invoice.created': (number, total) => `Brouillon ${number} créé, de ${total}.`,
    'invoice.updated': (number, members) => `Brouillon ${number} modifié : ${members}.`,
    'invoice.finalized': (number, due, date) =>
      `Facture ${number} émise : ${due} à payer au plus tard le ${date}.`,
    'invoice.sent': (number) => `Facture ${number} acceptée par le serveur de courriel.`,
    'invoice.send_failed': (number) => `Le courriel de la facture ${number} n’a pas été remis.`,
    'invoice.overdue': (number, remaining) =>
      `Facture ${number} en retard : il reste ${remaining} à payer.`,
    'invoice.partially_paid': (number, paid, due) =>
      `Facture ${number} payée en partie : ${paid} sur ${due}.`,
    'invoice.paid': (number, due) => `Facture ${number} payée en entier : ${due}.`,
    'invoice.payment_reversed': (number, remaining) =>
      `Facture ${number} de nouveau à payer : il reste ${remaining}.`,
    'invoice.voided': (number) => `Facture ${number} annulée.`,
    'invoice.reminded': (number) => `Un rappel de la facture ${number} est écrit.`,
    'payment.created': (amount, date) => `Paiement de ${amount} reçu le ${date}.`,
    'payment.reversed': (amount) => `Paiement de ${amount} contrepassé.`,
    'credit_transaction.created': (amount, type) => `Crédit client de ${amount} : ${type}.`,
    'webhook_endpoint.created': (url) => `Point de réception ${url} créé.`,
    'webhook_endpoint.updated': (url, members) => `Point de réception ${url} modifié : ${members}.`,
    'webhook_endpoint.deleted': (url) => `Point de réception ${url} supprimé.`,
    'webhook_endpoint.disabled': (url) => `Point de réception ${url} désactivé.`,
    'webhook_endpoint.secret_rotated': (url) => `Le point de réception ${url} a un nouveau secret.`,
    'webhook_endpoint.test': () => 'Un événement d’essai pour un point de réception.',
    members: memberNames.fr,
    other: (type) => `${type}.`,
    types: { granted: 'accordé', expired: 'repris', applied: 'imputé', restored: 'rendu' },
  },
})

type EventWords = Like<typeof words.en>

interface EventData {
  object: Record<string, unknown>
  previous_attributes?: Record<string, unknown>
}

/** One sentence on an event; its type where there is none for it. */
export function tell(w: EventWords, format: Format, type: string, data: EventData): string {
  const { object: o, previous_attributes = {} } = data
  const money = (member: string) => format.money(Number(o[member]), String(o.currency))
  const name = String(o.name ?? '')
  const number = String(o.number ?? '')
  const url = String(o.url ?? '')
  const members = Object.keys(previous_attributes)
    .filter((member) => member !== 'updated_at')
    .map((member) => w.members[member] ?? member)
    .join(', ')
  const tellers: Record<string, () => string> = {
    'account.updated': () => w['account.updated'](members),
    'customer.created': () => w['customer.created'](name),
    'customer.updated': () => w['customer.updated'](name, members),
    'customer.deleted': () => w['customer.deleted'](name || `cus_${o.id}`),
    'customer.erased': () => w['customer.erased'](),
    'product.created': () => w['product.created'](name),
    'product.updated': () => w['product.updated'](name, members),
    'product.archived': () => w['product.archived'](name),
    'invoice.created': () => w['invoice.created'](number, money('total')),
    'invoice.updated': () => w['invoice.updated'](number, members),
    'invoice.finalized': () =>
      w['invoice.finalized'](number, money('amount_due'), format.date(String(o.due_date))),
    'invoice.sent': () => w['invoice.sent'](number),
    'invoice.send_failed': () => w['invoice.send_failed'](number),
    'invoice.overdue': () => w['invoice.overdue'](number, money('amount_remaining')),
    'invoice.partially_paid': () =>
      w['invoice.partially_paid'](number, money('amount_paid'), money('amount_due')),
    'invoice.paid': () => w['invoice.paid'](number, money('amount_due')),
    'invoice.payment_reversed': () =>
      w['invoice.payment_reversed'](number, money('amount_remaining')),
    'invoice.voided': () => w['invoice.voided'](number),
    'invoice.reminded': () => w['invoice.reminded'](number),
    'payment.created': () =>
      w['payment.created'](money('amount'), format.date(String(o.received_on))),
    'payment.reversed': () => w['payment.reversed'](money('amount')),
    'webhook_endpoint.created': () => w['webhook_endpoint.created'](url),
    'webhook_endpoint.updated': () => w['webhook_endpoint.updated'](url, members),
    'webhook_endpoint.deleted': () => w['webhook_endpoint.deleted'](url || String(o.id ?? '')),
    'webhook_endpoint.disabled': () => w['webhook_endpoint.disabled'](url),
    'webhook_endpoint.secret_rotated': () => w['webhook_endpoint.secret_rotated'](url),
    'webhook_endpoint.test': () => w['webhook_endpoint.test'](),
    'credit_transaction.created': () =>
      w['credit_transaction.created'](
        format.decimal(String(o.amount), String(o.currency)),
        w.types[String(o.type) as keyof typeof w.types] ?? String(o.type),
      ),
  }
  return tellers[type]?.() ?? w.other(type.replace(/[._]/g, ' '))
}
