// The meaning of an event, in the reader's language: in dialogs beforehand, in timelines afterwards.
import type { EventObject } from '../../../src/domain/event.ts'
import { RESOURCES } from '../../../src/domain/resources.ts'
import type { Subscription } from '../api/types.ts'
import type { Format } from './format.ts'
import { appliedChanges, type NameOf, scheduledChange } from './item-changes.ts'
import { defineMessages, type Like } from './locale.tsx'
import { onlineTexts } from './online-payments.ts'
import { inWords, propertyNames } from './property-names.ts'
import { capitalized } from './resource-name.ts'

export const messages = defineMessages({
  en: {
    'account.updated': (properties: string) =>
      properties ? `Settings updated: ${properties}.` : 'Settings updated.',
    'customer.erased': () => 'Personal data of a customer erased.',
    'coupon.redeemed': (name: string) => `Coupon ${name} redeemed.`,
    'coupon.released': (name: string) => `A use of coupon ${name} was undone.`,
    'invoice.created': (number: string, total: string) => `Draft ${number} created, for ${total}.`,
    'invoice.updated': (number: string, properties: string) =>
      `Draft ${number} updated: ${properties}.`,
    'invoice.finalized': (number: string, due: string, date: string, tax: string) =>
      `Invoice ${number} finalized: ${due} due by ${date}${tax && ` (tax ${tax})`}.`,
    'invoice.sent': (number: string) => `Email for invoice ${number} accepted by the email server.`,
    'invoice.send_failed': (number: string) => `Email for invoice ${number} was not delivered.`,
    'invoice.overdue': (number: string, remaining: string) =>
      `Invoice ${number} is overdue: ${remaining} due.`,
    'invoice.partially_paid': (number: string, paid: string, due: string) =>
      `Invoice ${number} partially paid: ${paid} of ${due}.`,
    'invoice.paid': (number: string, due: string, credited: string) =>
      credited
        ? `Invoice ${number} settled, ${credited} of it credited.`
        : `Invoice ${number} paid in full: ${due}.`,
    'invoice.payment_reversed': (number: string, remaining: string) =>
      `Invoice ${number} is unpaid again: ${remaining} due.`,
    'invoice.credited': (number: string, remaining: string) =>
      `Invoice ${number} credited: ${remaining} due.`,
    'invoice.credit_note_voided': (number: string, remaining: string) =>
      `A credit note of invoice ${number} voided: ${remaining} due.`,
    'invoice.voided': (number: string) => `Invoice ${number} voided.`,
    'invoice.written_off': (number: string, written: string, remaining: string) =>
      `Invoice ${number} written off: ${written} of ${remaining}.`,
    'invoice.write_off_reversed': (number: string, written: string) =>
      written
        ? `A part of the write-off of invoice ${number} reversed: ${written} is still written off.`
        : `Write-off of invoice ${number} reversed.`,
    'credit_note.issued': (number: string, total: string) =>
      `Credit note ${number} issued, for ${total}.`,
    'credit_note.voided': (number: string) => `Credit note ${number} voided.`,
    'credit_note.updated': (number: string, properties: string) =>
      `Credit note ${number} updated: ${properties}.`,
    'credit_note.sent': (number: string) =>
      `Email for credit note ${number} accepted by the email server.`,
    'credit_note.send_failed': (number: string) =>
      `Email for credit note ${number} was not delivered.`,
    'invoice.reminded': (number: string) => `Reminder for invoice ${number} created.`,
    'payment.created': (amount: string, date: string) =>
      `Payment of ${amount} received on ${date}.`,
    'refund.created': (amount: string) => `Refund of ${amount} started.`,
    'refund.delayed': (amount: string) => `Refund of ${amount} not paid by the gateway yet.`,
    'refund.succeeded': (amount: string, date: string) => `Refund of ${amount} paid on ${date}.`,
    'refund.failed': (amount: string) => `Refund of ${amount} failed.`,
    'refund.canceled': (amount: string) => `Refund of ${amount} canceled.`,
    'refund.moved_to_balance': (amount: string) => `Refund of ${amount} moved to the balance.`,
    'payment.reversed': (amount: string) => `Payment of ${amount} reversed.`,
    'payment.allocated': (amount: string) => `Payment of ${amount} allocated.`,
    'payment.deallocated': (amount: string) => `Payment of ${amount} deallocated.`,
    'payment.moved_to_balance': (amount: string) => `${amount} of a payment moved to the balance.`,
    'payment.updated': (waits: string) => `${waits} of a payment is not allocated yet.`,
    'credit_transaction.created': (amount: string, type: string) =>
      `Customer credit of ${amount}: ${type}.`,
    'invoice_item.billed': (amount: string) => `One-off item of ${amount} billed.`,
    'price_migration.completed': () => 'Price migration completed.',
    'price_migration.canceled': () => 'Price migration canceled.',
    'subscription.started': () => 'Subscription started.',
    'subscription.trial_will_end': () => 'Trial ends in three days.',
    'subscription.trial_ended': () => 'Trial ended.',
    'subscription.renewed': (first: string, last: string) =>
      first ? `Subscription renewed: ${first} – ${last}.` : 'Subscription renewed.',
    'subscription.past_due': () => 'Subscription past due.',
    'subscription.paused': (until: string) =>
      until ? `Subscription paused until ${until}.` : 'Subscription paused.',
    'subscription.resumed': () => 'Subscription resumed.',
    'subscription.change_scheduled': (day: string, changes: string) =>
      day ? `Change scheduled for ${day}: ${changes}.` : 'Change of items scheduled.',
    'subscription.change_applied': (changes: string) =>
      changes ? `Items changed: ${changes}.` : 'Items changed.',
    'subscription.canceled': () => 'Subscription canceled.',
    'subscription.billing_failed': () => 'Subscription could not be billed.',
    'webhook_endpoint.disabled': (url: string) => `Endpoint ${url} disabled.`,
    'webhook_endpoint.secret_rotated': (url: string) => `Endpoint ${url} has a new secret.`,
    'webhook_endpoint.test': () => 'Test event sent.',
    items: {
      item: 'an item',
      added: (name: string, quantity: string) => `${quantity} × ${name} added`,
      removed: (name: string) => `${name} removed`,
      replaced: (before: string, after: string) => `${before} → ${after}`,
      repriced: (name: string) => `${name} at another price`,
      quantity: (name: string, before: string, after: string) =>
        `quantity of ${name} ${before} → ${after}`,
    },
    usual: (what: string, done: string, properties: string) =>
      `${what} ${done}${properties && `: ${properties}`}.`,
    acts: { created: 'created', updated: 'updated', archived: 'archived', deleted: 'deleted' },
    properties: propertyNames.en,
    other: (type: string) => `${type}.`,
    types: {
      ...{ granted: 'granted', expired: 'removed', applied: 'applied', restored: 'restored' },
      ...{ credited: 'from a credit note', credit_note_voided: 'credit note voided' },
      ...{ overpaid: 'overpaid', overpayment_reversed: 'overpayment reversed' },
    },
  },
  fr: {
    'account.updated': (properties) =>
      properties ? `Paramètres modifiés : ${properties}.` : 'Paramètres modifiés.',
    'customer.erased': () => 'Données personnelles d’un client effacées.',
    'coupon.redeemed': (name) => `Coupon ${name} utilisé.`,
    'coupon.released': (name) => `Une utilisation du coupon ${name} est annulée.`,
    'invoice.created': (number, total) => `Brouillon ${number} créé, de ${total}.`,
    'invoice.updated': (number, properties) => `Brouillon ${number} modifié : ${properties}.`,
    'invoice.finalized': (number, due, date, tax) =>
      `Facture ${number} émise : ${due} à payer au plus tard le ${date}${tax && ` (taxes\u00a0: ${tax})`}.`,
    'invoice.sent': (number) => `Courriel de la facture ${number} accepté par le serveur.`,
    'invoice.send_failed': (number) => `Le courriel de la facture ${number} n’a pas été remis.`,
    'invoice.overdue': (number, remaining) =>
      `Facture ${number} en retard : il reste ${remaining} à payer.`,
    'invoice.partially_paid': (number, paid, due) =>
      `Facture ${number} payée en partie : ${paid} sur ${due}.`,
    'invoice.paid': (number, due, credited) =>
      credited
        ? `Facture ${number} soldée, dont ${credited} par avoir.`
        : `Facture ${number} entièrement payée : ${due}.`,
    'invoice.payment_reversed': (number, remaining) =>
      `Facture ${number} de nouveau à payer : il reste ${remaining}.`,
    'invoice.credited': (number, remaining) =>
      `Facture ${number} créditée : il reste ${remaining} à payer.`,
    'invoice.credit_note_voided': (number, remaining) =>
      `Avoir de la facture ${number} annulé : il reste ${remaining} à payer.`,
    'credit_note.issued': (number, total) => `Avoir ${number} émis, de ${total}.`,
    'credit_note.voided': (number) => `Avoir ${number} annulé.`,
    'credit_note.updated': (number, properties) => `Avoir ${number} modifié : ${properties}.`,
    'credit_note.sent': (number) => `Courriel de l’avoir ${number} accepté par le serveur.`,
    'credit_note.send_failed': (number) => `Le courriel de l’avoir ${number} n’a pas été remis.`,
    'invoice.voided': (number) => `Facture ${number} annulée.`,
    'invoice.written_off': (number, written, remaining) =>
      `Facture ${number} radiée : ${written} sur ${remaining}.`,
    'invoice.write_off_reversed': (number, written) =>
      written
        ? `Radiation de la facture ${number} reprise en partie ; solde radié : ${written}.`
        : `Radiation de la facture ${number} reprise.`,
    'invoice.reminded': (number) => `Rappel de la facture ${number} créé.`,
    'payment.created': (amount, date) => `Paiement de ${amount} reçu le ${date}.`,
    'refund.created': (amount) => `Remboursement de ${amount} lancé.`,
    'refund.delayed': (amount) => `Remboursement de ${amount} en attente chez le prestataire.`,
    'refund.succeeded': (amount, date) => `Remboursement de ${amount} payé le ${date}.`,
    'refund.failed': (amount) => `Remboursement de ${amount} échoué.`,
    'refund.canceled': (amount) => `Remboursement de ${amount} annulé.`,
    'refund.moved_to_balance': (amount) => `Remboursement de ${amount} versé au solde.`,
    'payment.allocated': (amount) => `Paiement de ${amount} affecté.`,
    'payment.deallocated': (amount) => `Affectation du paiement de ${amount} retirée.`,
    'payment.moved_to_balance': (amount) => `${amount} d’un paiement versé au solde.`,
    'payment.updated': (waits) => `Il reste ${waits} d’un paiement à affecter.`,
    'payment.reversed': (amount) => `Paiement de ${amount} contrepassé.`,
    'credit_transaction.created': (amount, type) => `Crédit client de ${amount} : ${type}.`,
    'price_migration.completed': () => 'Migration de prix terminée.',
    'price_migration.canceled': () => 'Migration de prix annulée.',
    'invoice_item.billed': (amount) => `Élément ponctuel de ${amount} facturé.`,
    'subscription.started': () => 'Abonnement démarré.',
    'subscription.trial_will_end': () => 'L’essai se terminera dans trois jours.',
    'subscription.trial_ended': () => 'Essai terminé.',
    'subscription.renewed': (first, last) =>
      first ? `Abonnement renouvelé, du ${first} au ${last}.` : 'Abonnement renouvelé.',
    'subscription.past_due': () => 'Abonnement en retard de paiement.',
    'subscription.paused': (until) =>
      until ? `Abonnement en pause jusqu’au ${until}.` : 'Abonnement mis en pause.',
    'subscription.resumed': () => 'Abonnement repris.',
    'subscription.change_scheduled': (day, changes) =>
      day ? `Changement prévu le ${day}\u00a0: ${changes}.` : 'Changement d’articles prévu.',
    'subscription.change_applied': (changes) =>
      changes ? `Articles modifiés\u00a0: ${changes}.` : 'Articles modifiés.',
    'subscription.canceled': () => 'Abonnement résilié.',
    'subscription.billing_failed': () => 'L’abonnement n’a pas pu être facturé.',
    'webhook_endpoint.disabled': (url) => `Point de réception ${url} désactivé.`,
    'webhook_endpoint.secret_rotated': (url) => `Le point de réception ${url} a un nouveau secret.`,
    'webhook_endpoint.test': () => 'Événement d’essai envoyé.',
    items: {
      item: 'un article',
      added: (name, quantity) => `ajout de ${quantity} × ${name}`,
      removed: (name) => `retrait de ${name}`,
      replaced: (before, after) => `${before} → ${after}`,
      repriced: (name) => `${name} à un autre prix`,
      quantity: (name, before, after) => `quantité de ${name} ${before} → ${after}`,
    },
    usual: (what, done, properties) => `${what} ${done}${properties && `\u00a0: ${properties}`}.`,
    acts: { created: 'créé', updated: 'modifié', archived: 'archivé', deleted: 'supprimé' },
    properties: propertyNames.fr,
    other: (type) => `${type}.`,
    types: {
      ...{ granted: 'accordé', expired: 'repris', applied: 'imputé', restored: 'restitué' },
      ...{ credited: 'd’un avoir', credit_note_voided: 'avoir annulé' },
      ...{ overpaid: 'd’un trop-perçu', overpayment_reversed: 'trop-perçu contrepassé' },
    },
  },
})

type EventWords = Like<typeof messages.en>

interface EventData {
  object: Record<string, unknown>
  previous_attributes?: Record<string, unknown>
}

/** The amounts paid with money, and with credit after finalizing. */
const settledOf = (invoice: Record<string, unknown>) =>
  Number(invoice.amount_paid) + Number(invoice.credit_applied_later ?? 0)

/** One sentence about an event; its type in words if no sentence exists, or only the object's ID is known. */
export function eventText(
  m: EventWords,
  format: Format,
  type: string,
  data: EventData,
  nameOf: NameOf = () => undefined,
): string {
  const { object: o, previous_attributes = {} } = data
  if (Object.keys(o).every((property) => property === 'id' || property === 'object'))
    return m.other(wordsOf(type))
  const parts = { ...data, nameOf, properties: propertiesOf(m, previous_attributes) }
  return ownText(m, format, type, parts) ?? usualText(m, format, type, parts)
}

interface Parts extends EventData {
  nameOf: NameOf
  /** The names of the changed properties. */
  properties: string
}

/** The sentences about invoices. */
function invoiceTexts(
  m: EventWords,
  format: Format,
  o: Record<string, unknown>,
  properties: string,
): Record<string, () => string> {
  const sum = (amount: number) => format.money(amount, String(o.currency))
  const money = (property: string) => sum(Number(o[property]))
  const number = String(o.number ?? '')
  const date = (member: string) => format.date(String(o[member]))
  const sentences: Record<string, () => string> = {
    'invoice.created': () => m['invoice.created'](number, money('total')),
    'invoice.updated': () => m['invoice.updated'](number, properties),
    'invoice.finalized': () =>
      m['invoice.finalized'](
        number,
        money('amount_due'),
        date('due_date'),
        Number(o.tax ?? 0) === 0 ? '' : money('tax'),
      ),
    'invoice.sent': () => m['invoice.sent'](number),
    'invoice.send_failed': () => m['invoice.send_failed'](number),
    'invoice.overdue': () => m['invoice.overdue'](number, money('amount_remaining')),
    'invoice.partially_paid': () =>
      m['invoice.partially_paid'](number, sum(settledOf(o)), money('amount_due')),
    'invoice.paid': () =>
      m['invoice.paid'](
        number,
        money('amount_due'),
        Number(o.amount_credited ?? 0) > 0 ? money('amount_credited') : '',
      ),
    'invoice.payment_reversed': () =>
      m['invoice.payment_reversed'](number, money('amount_remaining')),
    'invoice.credited': () => m['invoice.credited'](number, money('amount_remaining')),
    'invoice.credit_note_voided': () =>
      m['invoice.credit_note_voided'](number, money('amount_remaining')),
    'invoice.voided': () => m['invoice.voided'](number),
    'invoice.written_off': () =>
      m['invoice.written_off'](number, money('amount_written_off'), money('amount_remaining')),
    'invoice.write_off_reversed': () =>
      m['invoice.write_off_reversed'](
        number,
        Number(o.amount_written_off) === 0 ? '' : money('amount_written_off'),
      ),
    'invoice.reminded': () => m['invoice.reminded'](number),
  }
  return sentences
}

/** The sentences about subscriptions. */
function subscriptionTexts(
  m: EventWords,
  format: Format,
  { nameOf, ...data }: Parts,
): Record<string, () => string> {
  const { zone, pause, current_period: period } = data.object as Partial<Subscription>
  const sentences: Record<string, () => string> = {
    'subscription.started': () => m['subscription.started'](),
    'subscription.trial_will_end': () => m['subscription.trial_will_end'](),
    'subscription.trial_ended': () => m['subscription.trial_ended'](),
    'subscription.renewed': () =>
      period
        ? m['subscription.renewed'](
            format.day(period.start, zone),
            format.lastDay(period.end, zone),
          )
        : m['subscription.renewed']('', ''),
    'subscription.past_due': () => m['subscription.past_due'](),
    'subscription.paused': () =>
      m['subscription.paused'](pause?.resume_at ? format.day(pause.resume_at, zone) : ''),
    'subscription.resumed': () => m['subscription.resumed'](),
    'subscription.change_scheduled': () => {
      const { day = '', changes = '' } = scheduledChange(m.items, format, data, nameOf) ?? {}
      return m['subscription.change_scheduled'](day, changes)
    },
    'subscription.change_applied': () =>
      m['subscription.change_applied'](appliedChanges(m.items, format, data, nameOf)),
    'subscription.canceled': () => m['subscription.canceled'](),
    'subscription.billing_failed': () => m['subscription.billing_failed'](),
  }
  return sentences
}

/** The sentence that only events of this type have, if they have one. */
function ownText(m: EventWords, format: Format, type: string, parts: Parts): string | undefined {
  const { object: o, properties } = parts
  const money = (property: string) => format.money(Number(o[property]), String(o.currency))
  const name = String(o.name ?? '')
  const number = String(o.number ?? '')
  const url = String(o.url ?? '')
  const date = (member: string) => format.date(String(o[member]))
  const sentences: Record<string, () => string> = {
    'account.updated': () => m['account.updated'](properties),
    'customer.erased': () => m['customer.erased'](),
    'coupon.redeemed': () => m['coupon.redeemed'](name),
    'coupon.released': () => m['coupon.released'](name),
    ...invoiceTexts(m, format, o, properties),
    ...subscriptionTexts(m, format, parts),
    ...onlineTexts(format, o),
    'credit_note.issued': () => m['credit_note.issued'](number, money('total')),
    'credit_note.voided': () => m['credit_note.voided'](number),
    'credit_note.updated': () => m['credit_note.updated'](number, properties),
    'credit_note.sent': () => m['credit_note.sent'](number),
    'credit_note.send_failed': () => m['credit_note.send_failed'](number),
    'payment.created': () => m['payment.created'](money('amount'), date('received_on')),
    'refund.created': () => m['refund.created'](money('amount')),
    'refund.delayed': () => m['refund.delayed'](money('amount')),
    'refund.succeeded': () => m['refund.succeeded'](money('amount'), date('paid_on')),
    'refund.failed': () => m['refund.failed'](money('amount')),
    'refund.canceled': () => m['refund.canceled'](money('amount')),
    'refund.moved_to_balance': () => m['refund.moved_to_balance'](money('amount')),
    'payment.reversed': () => m['payment.reversed'](money('amount')),
    'payment.allocated': () => m['payment.allocated'](money('amount')),
    'payment.deallocated': () => m['payment.deallocated'](money('amount')),
    'payment.moved_to_balance': () => m['payment.moved_to_balance'](money('to_balance')),
    'payment.updated': () => m['payment.updated'](money('unallocated')),
    'invoice_item.billed': () => m['invoice_item.billed'](money('amount')),
    'price_migration.completed': () => m['price_migration.completed'](),
    'price_migration.canceled': () => m['price_migration.canceled'](),
    'webhook_endpoint.disabled': () => m['webhook_endpoint.disabled'](url),
    'webhook_endpoint.secret_rotated': () => m['webhook_endpoint.secret_rotated'](url),
    'webhook_endpoint.test': () => m['webhook_endpoint.test'](),
    'credit_transaction.created': () =>
      m['credit_transaction.created'](
        format.decimal(String(o.amount), String(o.currency)),
        m.types[String(o.type) as keyof typeof m.types] ?? String(o.type),
      ),
  }
  return sentences[type]?.()
}

const propertiesOf = (m: EventWords, changed: object): string =>
  Object.keys(changed)
    .filter((property) => property !== 'updated_at')
    .map((property) => m.properties[property] ?? inWords(property))
    .join(', ')

const wordsOf = (type: string) => capitalized(type.replace(/[._]/g, ' '))

/** The sentence of an event like those of all resources: created, updated, deleted. */
function usualText(
  m: EventWords,
  format: Format,
  type: string,
  { object: o, properties }: Parts,
): string {
  const [resource = '', act = ''] = type.split('.')
  if (!Object.hasOwn(RESOURCES, resource) || !Object.hasOwn(m.acts, act))
    return m.other(wordsOf(type))
  const { en, fr } = RESOURCES[resource as EventObject]
  const inFrench = format.locale.startsWith('fr')
  const id = typeof o.id === 'number' ? `cus_${o.id}` : String(o.id)
  const called = String(o.name || o.code || o.url || (act === 'deleted' ? id : ''))
  const done = m.acts[act as keyof typeof m.acts]
  return m.usual(
    [capitalized(inFrench ? fr.one : en.one), called].filter(Boolean).join(' '),
    inFrench && 'feminine' in fr ? `${done}e` : done,
    act === 'updated' ? properties : '',
  )
}
