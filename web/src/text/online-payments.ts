// What happened to payments by gateway, disputes, saved methods and payouts, and why payments failed, in the reader's language.

import type { NamedMethod } from '../../../src/domain/payment-method-name.ts'
import type { Initiator, PaymentFailure } from '../../../src/domain/payment-states.ts'
import type { Format } from './format.ts'
import { defineMessages, type Like } from './locale.tsx'
import { methodName } from './saved-methods.ts'

export const onlineMessages = defineMessages({
  en: {
    by: {
      auto: 'automatically',
      retry: 'automatically, as a retry',
      staff: 'by your team',
      customer: 'by the customer',
      link: 'by the customer',
    },
    'payment.pending': (amount: string, by: string) => `Online payment of ${amount} started ${by}.`,
    'payment.requires_action': (amount: string) =>
      `Online payment of ${amount} waits for the customer.`,
    'payment.processing': (amount: string) =>
      `Online payment of ${amount} accepted. The money arrives later.`,
    'payment.settled': (amount: string) => `Online payment of ${amount} received.`,
    'payment.failed': (amount: string, reason: string) =>
      `Online payment of ${amount} failed. ${reason}`,
    'payment.canceled': (amount: string) =>
      `Online payment of ${amount} canceled: nothing was charged.`,
    'payment.unexpected': (amount: string, credit: string) =>
      credit
        ? `Online payment of ${amount} received. The invoice did not need ${credit} of it, which became the customer’s credit.`
        : `Online payment of ${amount} received, although it had failed or was canceled.`,
    'invoice.payment_failed': (number: string) => `Automatic payment of invoice ${number} failed.`,
    'invoice.collection_ended': (number: string) =>
      `Invoice ${number} will not be charged automatically any more.`,
    'payment_method.attached': (method: string) => `${method} saved to pay later invoices.`,
    'payment_method.expiring': (method: string) => `${method} expires within 30 days.`,
    'payment_method.detached': (method: string) => `${method} detached.`,
    'dispute.created': (amount: string, by: string) =>
      `Payment of ${amount} disputed.${by ? ` Respond by ${by}.` : ''}`,
    'dispute.updated': (amount: string, by: string) =>
      `Dispute of ${amount} changed.${by ? ` Respond by ${by}.` : ' It is under review.'}`,
    'dispute.closed': (amount: string, isWon: boolean) =>
      `Dispute of ${amount} ${isWon ? 'won' : 'lost'}.`,
    'payout.created': (amount: string, date: string) => `Payout of ${amount} arrived on ${date}.`,
    'payout.reversed': (amount: string) => `Payout of ${amount} reversed.`,
    declines: {
      generic_decline: 'The bank declined the card.',
      insufficient_funds: 'The account does not have enough money.',
      lost_card: 'The card was reported lost.',
      stolen_card: 'The card was reported stolen.',
      expired_card: 'The card has expired.',
      processing_error: 'The bank could not process the card.',
      authentication_failed: 'The customer did not confirm the payment to the bank.',
      debit_failed: 'The bank returned the debit unpaid.',
    },
  },
  fr: {
    by: {
      auto: 'automatiquement',
      retry: 'automatiquement, comme nouvel essai',
      staff: 'par votre équipe',
      customer: 'par le client',
      link: 'par le client',
    },
    'payment.pending': (amount, by) => `Paiement en ligne de ${amount} commencé ${by}.`,
    'payment.requires_action': (amount) => `Paiement en ligne de ${amount} en attente du client.`,
    'payment.processing': (amount) =>
      `Paiement en ligne de ${amount} accepté. L’argent arrivera plus tard.`,
    'payment.settled': (amount) => `Paiement en ligne de ${amount} encaissé.`,
    'payment.failed': (amount, reason) => `Paiement en ligne de ${amount} échoué. ${reason}`,
    'payment.canceled': (amount) =>
      `Paiement en ligne de ${amount} abandonné : rien n’a été débité.`,
    'payment.unexpected': (amount, credit) =>
      credit
        ? `Paiement en ligne de ${amount} encaissé. La facture n’avait plus besoin de ${credit} : ce montant devient un crédit du client.`
        : `Paiement en ligne de ${amount} encaissé, alors qu’il avait échoué ou été abandonné.`,
    'invoice.payment_failed': (number) => `Échec du paiement automatique de la facture ${number}.`,
    'invoice.collection_ended': (number) =>
      `La facture ${number} ne sera plus prélevée automatiquement.`,
    'payment_method.attached': (method) =>
      `Moyen de paiement enregistré pour d’autres factures : ${method}.`,
    'payment_method.expiring': (method) =>
      `Moyen de paiement qui expire dans 30 jours : ${method}.`,
    'payment_method.detached': (method) => `Moyen de paiement retiré : ${method}.`,
    'dispute.created': (amount, by) =>
      `Paiement de ${amount} contesté.${by ? ` Répondez avant le ${by}.` : ''}`,
    'dispute.updated': (amount, by) =>
      by
        ? `Litige de ${amount} modifié. Répondez avant le ${by}.`
        : `Litige de ${amount} en cours d’examen.`,
    'dispute.closed': (amount, isWon) => `Litige de ${amount} ${isWon ? 'gagné' : 'perdu'}.`,
    'payout.created': (amount, date) => `Virement du prestataire de ${amount} arrivé le ${date}.`,
    'payout.reversed': (amount) => `Virement du prestataire de ${amount} contrepassé.`,
    declines: {
      generic_decline: 'La banque a refusé la carte.',
      insufficient_funds: 'Le compte n’est pas assez approvisionné.',
      lost_card: 'La carte a été déclarée perdue.',
      stolen_card: 'La carte a été déclarée volée.',
      expired_card: 'La carte a expiré.',
      processing_error: 'La banque n’a pas pu traiter la carte.',
      authentication_failed: 'Le client n’a pas confirmé le paiement auprès de sa banque.',
      debit_failed: 'La banque a rejeté le prélèvement.',
    },
  },
})

type OnlineWords = Like<typeof onlineMessages.en>

/** Why a payment failed; the gateway's own words if its code is unknown. */
export function reasonOf(
  { declines }: OnlineWords,
  { decline_code, message }: Pick<PaymentFailure, 'decline_code' | 'message'>,
): string {
  return declines[decline_code as keyof typeof declines] ?? message
}

/** The sentences about payments by gateway, saved methods and payouts. */
export function onlineTexts(
  format: Format,
  o: Record<string, unknown>,
): Record<string, () => string> {
  const m: OnlineWords = onlineMessages[format.locale.startsWith('fr') ? 'fr' : 'en']
  const sum = (name: string) => format.money(Number(o[name]), String(o.currency))
  const credit = () => (Number(o.to_balance) > 0 ? sum('to_balance') : '')
  const reason = () => (o.failure ? reasonOf(m, o.failure as PaymentFailure) : '')
  const deadline = () =>
    o.status === 'needs_response' && o.evidence_due_by ? format.time(String(o.evidence_due_by)) : ''
  const method = () => methodName(format, o as unknown as NamedMethod)
  const sentences: Record<string, () => string> = {
    'payment.pending': () => m['payment.pending'](sum('amount'), m.by[o.initiated_by as Initiator]),
    'payment.requires_action': () => m['payment.requires_action'](sum('amount')),
    'payment.processing': () => m['payment.processing'](sum('amount')),
    'payment.settled': () => m['payment.settled'](sum('amount')),
    'payment.failed': () => m['payment.failed'](sum('amount'), reason()),
    'payment.canceled': () => m['payment.canceled'](sum('amount')),
    'payment.unexpected': () => m['payment.unexpected'](sum('amount'), credit()),
    'invoice.payment_failed': () => m['invoice.payment_failed'](String(o.number)),
    'invoice.collection_ended': () => m['invoice.collection_ended'](String(o.number)),
    'payment_method.attached': () => m['payment_method.attached'](method()),
    'payment_method.expiring': () => m['payment_method.expiring'](method()),
    'payment_method.detached': () => m['payment_method.detached'](method()),
    'dispute.created': () => m['dispute.created'](sum('amount'), deadline()),
    'dispute.updated': () => m['dispute.updated'](sum('amount'), deadline()),
    'dispute.closed': () => m['dispute.closed'](sum('amount'), o.status === 'won'),
    'payout.created': () => m['payout.created'](sum('amount'), format.date(String(o.arrived_on))),
    'payout.reversed': () => m['payout.reversed'](sum('amount')),
  }
  return sentences
}
