// The messages about the payment methods of a customer.
import { defineMessages } from '../../text/locale.tsx'

export const methodsMessages = defineMessages({
  en: {
    title: 'Payment methods',
    empty: 'When the customer pays an invoice online, the card can be saved.',
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
    saveAgain: 'To use it again, the customer saves it while paying an invoice.',
  },
  fr: {
    title: 'Moyens de paiement',
    empty: 'Quand le client paie une facture en ligne, sa carte peut être enregistrée.',
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
    saveAgain: 'Pour s’en servir de nouveau, le client l’enregistre en payant une facture.',
  },
})
