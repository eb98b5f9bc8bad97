// The messages about what follows after a failed automatic payment.
import { defineMessages } from '../../text/locale.tsx'

export const collectionMessages = defineMessages({
  en: {
    heading: 'Automatic payment',
    failed: (day: string) => `An automatic payment failed on ${day}.`,
    next: (day: string) => `It is tried again on ${day}.`,
    later: (days: string) => `Later attempts: ${days}.`,
    waits: 'The next attempt waits for a payment in progress.',
    noMethod: 'No saved card or account can be charged. A new one is tried at once.',
    step: 'The charge is tried again.',
    noCharge: 'The charge is due again, but no card or account can be charged.',
    ends: {
      past_due: (day: string) =>
        `If the attempt on ${day} fails too, the invoice stays open and is not charged any more.`,
      cancel: (day: string) =>
        `On ${day} the subscription is canceled if the invoice is still unpaid.`,
      pause: (day: string) =>
        `On ${day} the subscription is paused if the invoice is still unpaid.`,
      write_off: (day: string) => `On ${day} the invoice is written off if it is still unpaid.`,
    },
    ended: (day: string) =>
      `Automatic attempts ended on ${day}. The customer can still pay on the invoice’s page.`,
    planned: 'Planned',
  },
  fr: {
    heading: 'Paiement automatique',
    failed: (day) => `Un paiement automatique a échoué le ${day}.`,
    next: (day) => `Nouvelle tentative le ${day}.`,
    later: (days) => `Tentatives suivantes\u00a0: ${days}.`,
    waits: 'La prochaine tentative attend la fin d’un paiement en cours.',
    noMethod:
      'Aucun moyen de paiement enregistré ne peut être débité. Un nouveau sera essayé aussitôt.',
    step: 'Nouvelle tentative de paiement.',
    noCharge: 'Nouvelle échéance, mais aucun moyen de paiement ne peut être débité.',
    ends: {
      past_due: (day) =>
        `Si la tentative du ${day} échoue aussi, la facture reste ouverte et n’est plus débitée.`,
      cancel: (day) => `Le ${day}, l’abonnement est résilié si la facture reste impayée.`,
      pause: (day) => `Le ${day}, l’abonnement est suspendu si la facture reste impayée.`,
      write_off: (day) => `Le ${day}, la facture est radiée si elle reste impayée.`,
    },
    ended: (day) =>
      `Les tentatives automatiques ont pris fin le ${day}. Le client peut encore payer sur la page de la facture.`,
    planned: 'Prévu',
  },
})
