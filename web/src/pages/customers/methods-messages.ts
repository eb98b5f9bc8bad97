// The messages about the payment methods of a customer.
import { defineMessages } from '../../text/locale.tsx'

export const methodsMessages = defineMessages({
  en: {
    title: 'Payment methods',
    empty: 'The customer saves a card when paying an invoice online, or with a link that you send.',
    link: 'Create link to save a card',
    linkTitle: 'Create a link for the customer?',
    linkText:
      'On the page behind it the customer saves a card or an account without paying. Send the link to the customer yourself.',
    linked: 'Link created',
    linkReady: 'Send this link to the customer',
    method: 'Method',
    detail: 'Details',
    status: 'Status',
    actions: 'Actions',
    isDefault: 'Default',
    verbs: { default: 'Make default', detach: 'Detach' },
    actionOn: (verb: string, name: string) => `${verb}: ${name}`,
    titles: {
      default: (name: string) => `Make ${name} the default?`,
      detach: (name: string) => `Detach ${name}?`,
    },
    done: { default: 'Default changed', detach: 'Payment method detached' },
    paysLater: 'Invoices that are finalized from now on are charged to it automatically.',
    chargedByHand:
      'It is suggested when you charge an invoice. Nothing is charged automatically, because the customer does not pay automatically.',
    openStay: 'Invoices that are already open are not charged.',
    cannotPay: 'It can’t pay any more invoices. Payments already made with it stay.',
    noDefault: (isAutomatic: boolean) =>
      isAutomatic
        ? 'It is the default: until you choose another one, invoices of this customer are not paid automatically.'
        : 'It is the default: the customer then has none until you choose another one.',
    saveAgain: 'To use it again, the customer has to save it again.',
  },
  fr: {
    title: 'Moyens de paiement',
    empty:
      'Le client enregistre une carte en payant une facture en ligne, ou par un lien que vous lui envoyez.',
    link: 'Créer un lien pour enregistrer une carte',
    linkTitle: 'Créer un lien pour le client ?',
    linkText:
      'Sur la page du lien, le client enregistre une carte ou un compte sans payer. Envoyez-lui le lien vous-même.',
    linked: 'Lien créé',
    linkReady: 'Envoyez ce lien au client',
    method: 'Moyen',
    detail: 'Détail',
    status: 'État',
    actions: 'Actions',
    isDefault: 'Par défaut',
    verbs: { default: 'Choisir par défaut', detach: 'Retirer' },
    actionOn: (verb, name) => `${verb} : ${name}`,
    titles: {
      default: (name) => `Choisir ${name} par défaut ?`,
      detach: (name) => `Retirer ${name} ?`,
    },
    done: { default: 'Moyen par défaut modifié', detach: 'Moyen de paiement retiré' },
    paysLater: 'Les factures émises à partir de maintenant sont réglées automatiquement avec lui.',
    chargedByHand:
      'Il est proposé quand vous débitez une facture. Rien n’est débité automatiquement : le client ne paie pas de cette façon.',
    openStay: 'Les factures déjà émises ne sont pas débitées.',
    cannotPay: 'Il ne peut plus payer de facture. Les paiements déjà faits restent.',
    noDefault: (isAutomatic) =>
      isAutomatic
        ? 'C’est le moyen par défaut : tant que vous n’en choisissez pas un autre, les factures de ce client ne sont pas payées automatiquement.'
        : 'C’est le moyen par défaut : le client n’en a plus tant que vous n’en choisissez pas un autre.',
    saveAgain: 'Pour s’en servir de nouveau, le client doit l’enregistrer encore.',
  },
})
