// The messages of the settings of failed payments.
import { defineMessages } from '../../text/locale.tsx'

export const retriesMessages = defineMessages({
  en: {
    retries: 'Failed automatic payments',
    on: 'Try again by a plan',
    off: 'Don’t try again',
    days: 'Days after the first failure',
    daysHint: 'Up to ten numbers from 1 to 60, such as 1, 3, 5, 7',
    hour: 'Time of the attempts',
    sameTime: 'At the time of the first failure',
    at: (hour: string) => `At ${hour}`,
    end: 'After the last attempt',
    endHint: 'Subscriptions are past due from the first failure on',
    ends: {
      past_due: 'Nothing more: the subscription stays past due',
      cancel: 'Cancel the subscription',
      pause: 'Pause the subscription until the invoice is paid',
      write_off: 'Write the invoice off',
    },
    example: 'Example',
    failed: (at: string) =>
      `${at}: the automatic payment fails. The customer gets an email, and the subscription is past due.`,
    again: (at: string) => `${at}: it is tried again.`,
    last: {
      past_due: (at: string) =>
        `${at}: if the last attempt fails too, the subscription stays past due.`,
      cancel: (at: string) =>
        `${at}: if the last attempt fails too, the subscription is canceled. Its open invoices stay open.`,
      pause: (at: string) =>
        `${at}: if the last attempt fails too, the subscription is paused. It resumes when the invoice is paid.`,
      write_off: (at: string) =>
        `${at}: if the last attempt fails too, the invoice is written off.`,
    },
    never: 'A failed payment is not tried again. The customer can pay on the invoice’s page.',
    newCard: 'A new default card or account of the customer is tried at once.',
  },
  fr: {
    retries: 'Paiements automatiques échoués',
    on: 'Nouvelles tentatives selon un plan',
    off: 'Aucune nouvelle tentative',
    days: 'Jours après le premier échec',
    daysHint: 'Dix nombres au plus, de 1 à 60, par exemple 1, 3, 5, 7',
    hour: 'Heure des tentatives',
    sameTime: 'À l’heure du premier échec',
    at: (hour) => `À ${hour}`,
    end: 'Après la dernière tentative',
    endHint: 'Dès le premier échec, l’abonnement est en retard de paiement',
    ends: {
      past_due: 'Rien de plus\u00a0: l’abonnement reste en retard de paiement',
      cancel: 'Résilier l’abonnement',
      pause: 'Suspendre l’abonnement jusqu’au paiement de la facture',
      write_off: 'Radier la facture',
    },
    example: 'Exemple',
    failed: (at) =>
      `${at}\u00a0: le paiement automatique échoue. Le client reçoit un courriel, et l’abonnement est en retard de paiement.`,
    again: (at) => `${at}\u00a0: nouvelle tentative.`,
    last: {
      past_due: (at) =>
        `${at}\u00a0: si la dernière tentative échoue aussi, l’abonnement reste en retard de paiement.`,
      cancel: (at) =>
        `${at}\u00a0: si la dernière tentative échoue aussi, l’abonnement est résilié. Ses factures ouvertes restent ouvertes.`,
      pause: (at) =>
        `${at}\u00a0: si la dernière tentative échoue aussi, l’abonnement est suspendu. Il reprend quand la facture est payée.`,
      write_off: (at) =>
        `${at}\u00a0: si la dernière tentative échoue aussi, la facture est radiée.`,
    },
    never: 'Un paiement échoué n’est pas retenté. Le client peut payer sur la page de la facture.',
    newCard: 'Un nouveau moyen de paiement par défaut du client est essayé aussitôt.',
  },
})
