// The messages of the payout pages.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Payouts',
    about:
      'Money of the payment gateway that arrived on your bank account. In the ledger it moves from “Cash: gateway” to “Cash: bank transfer”.',
    heading: (amount: string) => `Payout of ${amount}`,
    empty: 'When the payment gateway sends money to your bank account, record it here.',
    arrivedOn: 'Arrived on',
    arrivedTooLate: 'This date is in the future. Choose today or an earlier date.',
    status: 'Status',
    statuses: { paid: 'Arrived', reversed: 'Reversed' },
    reference: 'Reference',
    referenceHint: 'Optional. From the bank statement.',
    amount: 'Amount',
    atGateway: (amount: string) => `The gateway has ${amount} according to the ledger.`,
    currency: 'Currency',
    unknownCurrency: 'Use a code of three letters, such as EUR.',
    record: 'Record payout',
    recorded: 'Payout recorded',
    tooMuch:
      'This is more than the gateway has according to the ledger. Compare it with the bank statement; if it is right, first record what is missing here.',
    reverse: 'Reverse',
    reverseTitle: 'Reverse this payout?',
    reverseText:
      'Use this if the bank returned the money, or if the payout was recorded by mistake. The gateway has the money again.',
    reversed: 'Payout reversed',
    reversedAlready: 'This payout is already reversed.',
    reversedAt: 'Reversed',
    reason: 'Reason',
    createdAt: 'Recorded',
    id: 'ID',
    tabList: 'Payout sections',
    tabs: { details: 'Details', timeline: 'Timeline' },
  },
  fr: {
    title: 'Virements du prestataire',
    about:
      'L’argent du prestataire de paiement arrivé sur votre compte bancaire. Dans le grand livre, il passe de « Trésorerie : prestataire » à « Trésorerie : virement ».',
    heading: (amount) => `Virement de ${amount}`,
    empty:
      'Quand le prestataire de paiement vire de l’argent sur votre compte bancaire, enregistrez-le ici.',
    arrivedOn: 'Date d’arrivée',
    arrivedTooLate: 'Cette date est dans le futur. Choisissez aujourd’hui ou une date antérieure.',
    status: 'Statut',
    statuses: { paid: 'Arrivé', reversed: 'Contrepassé' },
    reference: 'Référence',
    referenceHint: 'Facultatif. D’après le relevé bancaire.',
    amount: 'Montant',
    atGateway: (amount) => `Le prestataire détient ${amount} selon le grand livre.`,
    currency: 'Devise',
    unknownCurrency: 'Utilisez un code de trois lettres, comme EUR.',
    record: 'Enregistrer un virement',
    recorded: 'Virement enregistré',
    tooMuch:
      'C’est plus que ce que le prestataire détient selon le grand livre. Comparez au relevé bancaire ; si le montant est juste, enregistrez d’abord ce qui manque ici.',
    reverse: 'Contrepasser',
    reverseTitle: 'Contrepasser ce virement ?',
    reverseText:
      'À utiliser si la banque a renvoyé l’argent ou si le virement a été enregistré par erreur. Le prestataire détient de nouveau l’argent.',
    reversed: 'Virement contrepassé',
    reversedAlready: 'Ce virement est déjà contrepassé.',
    reversedAt: 'Contrepassé',
    reason: 'Motif',
    createdAt: 'Enregistré',
    id: 'Identifiant',
    tabList: 'Parties du virement',
    tabs: { details: 'Détails', timeline: 'Historique' },
  },
})
