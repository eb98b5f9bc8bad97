// The messages about how a subscription is collected.
import { defineMessages } from '../../text/locale.tsx'

export const collectionMessages = defineMessages({
  en: {
    collection: 'Payment',
    asCustomer: 'As set for the customer',
    ways: { charge: 'Charge automatically', send: 'Send invoices' },
    method: 'Payment method',
    asDefault: 'Default of the customer',
    chargedTo: (name: string) => `Charged automatically to ${name}`,
    charged: 'Charged automatically',
    noMethod: 'Charged automatically, once the customer saves a payment method',
    sent: 'Invoices are sent',
    action: 'Payment',
    title: 'Change how it is paid?',
    text: 'It applies to invoices that are finalized from now on. Invoices that are already open stay as they are.',
    save: 'Change payment',
    done: 'Payment changed',
    mustSucceed: 'The first payment must succeed',
    mustSucceedHint:
      'It starts once its first invoice is paid, and ends after 23 hours without that.',
    isIncomplete: 'Its first invoice must be paid first.',
    payBy: 'To be paid by',
  },
  fr: {
    collection: 'Règlement',
    asCustomer: 'Comme prévu pour le client',
    ways: { charge: 'Débiter automatiquement', send: 'Envoyer les factures' },
    method: 'Moyen de paiement',
    asDefault: 'Celui par défaut du client',
    chargedTo: (name) => `Débité automatiquement : ${name}`,
    charged: 'Débité automatiquement',
    noMethod: 'Débité automatiquement, dès que le client aura enregistré un moyen de paiement',
    sent: 'Les factures sont envoyées',
    action: 'Règlement',
    title: 'Modifier le règlement ?',
    text: 'S’applique aux factures émises à partir de maintenant. Les factures déjà émises ne changent pas.',
    save: 'Modifier le règlement',
    done: 'Règlement modifié',
    mustSucceed: 'Le premier paiement est exigé',
    mustSucceedHint:
      'L’abonnement commence quand sa première facture est payée, et prend fin après 23 heures si elle ne l’est pas.',
    isIncomplete: 'Sa première facture doit d’abord être payée.',
    payBy: 'À payer avant',
  },
})
