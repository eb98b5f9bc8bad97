// The messages of the dispute pages.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Disputes',
    about:
      'Payments that customers contest with their bank. Respond at your payment gateway; the bank decides.',
    heading: (amount: string) => `Dispute of ${amount}`,
    empty: 'If a customer contests an online payment with the bank, the gateway reports it here.',
    status: 'Status',
    amount: 'Amount',
    withdrawn: 'Withdrawn',
    customer: 'Customer',
    invoice: 'Invoice',
    payment: 'Payment',
    thePayment: 'The disputed payment',
    reason: 'Reason',
    /** By their codes at Stripe: https://docs.stripe.com/api/disputes/object#dispute_object-reason. */
    reasons: {
      bank_cannot_process: 'The bank cannot process it',
      credit_not_processed: 'A credit was promised and not made',
      customer_initiated: 'By the customer',
      debit_not_authorized: 'The debit was not authorized',
      duplicate: 'Charged twice',
      fraudulent: 'Fraudulent',
      general: 'Without a reason',
      incorrect_account_details: 'Wrong account details',
      insufficient_funds: 'Insufficient funds',
      product_not_received: 'Product not received',
      product_unacceptable: 'Product not as described',
      subscription_canceled: 'The subscription was canceled',
      unrecognized: 'Not recognized by the customer',
    },
    respondBy: 'Respond by',
    respond: (by: string) =>
      by
        ? `Respond at your payment gateway by ${by}. Without a response, the dispute is lost.`
        : 'Respond at your payment gateway. Without a response, the dispute is lost.',
    underReview: 'The bank is reviewing the response. There is nothing to do.',
    won: 'The dispute was won: the payment counts in full again.',
    lost: 'The dispute was lost: the invoice is not paid. Ask the customer to pay in another way, or write it off.',
    holds:
      'Until it is decided, the invoice gets no reminders, is not charged again, and makes no subscription past due.',
    toStripe: 'Respond at Stripe',
    line: (amount: string, by: string) =>
      by ? `${amount} is disputed. Respond by ${by}.` : `${amount} is disputed.`,
    lineOver: (amount: string, isWon: boolean) =>
      `A dispute of ${amount} was ${isWon ? 'won' : 'lost'}.`,
    gatewayRef: 'At the gateway',
    withdrawnAt: 'Withdrawn at',
    returnedAt: 'Returned at',
    closedAt: 'Decided',
    createdAt: 'Reported',
    id: 'ID',
    toAnswer: (count: string, one: boolean) =>
      one ? '1 dispute needs a response' : `${count} disputes need a response`,
    byDay: (day: string) => `by ${day}`,
    tabList: 'Dispute sections',
    tabs: { details: 'Details', timeline: 'Timeline' },
  },
  fr: {
    title: 'Litiges',
    about:
      'Les paiements que des clients contestent auprès de leur banque. Répondez chez votre prestataire de paiement ; la banque décide.',
    heading: (amount) => `Litige de ${amount}`,
    empty:
      'Si un client conteste un paiement en ligne auprès de sa banque, le prestataire le signale ici.',
    status: 'Statut',
    amount: 'Montant',
    withdrawn: 'Montant repris',
    customer: 'Client',
    invoice: 'Facture',
    payment: 'Paiement',
    thePayment: 'Le paiement contesté',
    reason: 'Motif',
    reasons: {
      bank_cannot_process: 'La banque ne peut pas la traiter',
      credit_not_processed: 'Un avoir promis n’a pas été versé',
      customer_initiated: 'À l’initiative du client',
      debit_not_authorized: 'Prélèvement non autorisé',
      duplicate: 'Débité deux fois',
      fraudulent: 'Frauduleux',
      general: 'Sans motif',
      incorrect_account_details: 'Coordonnées bancaires erronées',
      insufficient_funds: 'Provision insuffisante',
      product_not_received: 'Produit non reçu',
      product_unacceptable: 'Produit non conforme',
      subscription_canceled: 'L’abonnement avait été résilié',
      unrecognized: 'Non reconnu par le client',
    },
    respondBy: 'Répondre avant le',
    respond: (by) =>
      by
        ? `Répondez chez votre prestataire de paiement avant le ${by}. Sans réponse, le litige est perdu.`
        : 'Répondez chez votre prestataire de paiement. Sans réponse, le litige est perdu.',
    underReview: 'La banque examine la réponse. Il n’y a rien à faire.',
    won: 'Le litige est gagné : le paiement compte de nouveau en entier.',
    lost: 'Le litige est perdu : la facture n’est pas payée. Demandez au client de payer autrement, ou radiez-la.',
    holds:
      'Jusqu’à la décision, la facture n’est ni relancée ni prélevée de nouveau, et ne met aucun abonnement en retard.',
    toStripe: 'Répondre chez Stripe',
    line: (amount, by) =>
      by ? `${amount} est contesté. Répondez avant le ${by}.` : `${amount} est contesté.`,
    lineOver: (amount, isWon) => `Un litige de ${amount} est ${isWon ? 'gagné' : 'perdu'}.`,
    gatewayRef: 'Chez le prestataire',
    withdrawnAt: 'Repris',
    returnedAt: 'Restitué',
    closedAt: 'Décidé',
    createdAt: 'Signalé',
    id: 'Identifiant',
    toAnswer: (count, one) =>
      one ? '1 litige attend une réponse' : `${count} litiges attendent une réponse`,
    byDay: (day) => `avant le ${day}`,
    tabList: 'Parties du litige',
    tabs: { details: 'Détails', timeline: 'Historique' },
  },
})

/** A reason in words, or its code if it has none. */
export const reasonIn = (reasons: Readonly<Record<string, string>>, code: string): string =>
  reasons[code] ?? code
