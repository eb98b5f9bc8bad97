// The messages about what follows after a failed automatic payment.
import { defineMessages } from '../../text/locale.tsx'

export const collectionMessages = defineMessages({
  en: {
    heading: 'Automatic payment',
    failed: (at: string) => `An automatic payment failed on ${at}.`,
    next: (at: string) => `Will be tried again on ${at}.`,
    later: (dates: string) => `After that: ${dates}.`,
    waits: 'The next attempt waits for a payment in progress.',
    noMethod: 'No saved card or account can be charged. A new one is tried at once.',
    step: 'The charge is tried again.',
    noCharge: 'The charge is due again, but no card or account can be charged.',
    ends: {
      past_due: (at: string) => `On ${at} the last attempt is made. Nothing else happens.`,
      cancel: (at: string) =>
        `On ${at} the subscription is canceled if the invoice is still unpaid.`,
      pause: (at: string) => `On ${at} the subscription is paused if the invoice is still unpaid.`,
      write_off: (at: string) => `On ${at} the invoice is written off if it is still unpaid.`,
    },
    ended: (at: string) =>
      `Automatic attempts ended on ${at}. The customer can still pay on the invoice’s page.`,
    planned: 'Planned',
  },
  fr: {
    heading: 'Paiement automatique',
    failed: (at) => `Un paiement automatique a échoué le ${at}.`,
    next: (at) => `Nouvelle tentative le ${at}.`,
    later: (dates) => `Ensuite\u00a0: ${dates}.`,
    waits: 'La prochaine tentative attend la fin d’un paiement en cours.',
    noMethod:
      'Aucun moyen de paiement enregistré ne peut être débité. Un nouveau sera essayé aussitôt.',
    step: 'Nouvelle tentative de paiement.',
    noCharge: 'Nouvelle échéance, mais aucun moyen de paiement ne peut être débité.',
    ends: {
      past_due: (at) => `Le ${at} a lieu la dernière tentative. Rien d’autre ne suit.`,
      cancel: (at) => `Le ${at}, l’abonnement est résilié si la facture reste impayée.`,
      pause: (at) => `Le ${at}, l’abonnement est suspendu si la facture reste impayée.`,
      write_off: (at) => `Le ${at}, la facture est radiée si elle reste impayée.`,
    },
    ended: (at) =>
      `Les tentatives automatiques ont pris fin le ${at}. Le client peut encore payer sur la page de la facture.`,
    planned: 'Prévu',
  },
})
