// The messages of the options of a change at once.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    since: 'From',
    sinceHint: 'Optional. A day since the period began; without one, now.',
    day: 'Billing day',
    dayHint: 'Another day begins a new period.',
    sameDay: 'No other day',
    charge: 'What is charged',
    charges: {
      prorate: 'The rest of the period',
      next: 'The rest of the period, with the next invoice',
      none: 'Nothing until the next period',
      full_difference: 'The difference for the whole period',
    },
  },
  fr: {
    since: 'À partir du',
    sinceHint: 'Facultatif. Un jour de la période en cours\u00a0; sans date, dès maintenant.',
    day: 'Jour de facturation',
    dayHint: 'Changer de jour ouvre une nouvelle période.',
    sameDay: 'Sans changement',
    charge: 'Ce qui est facturé',
    charges: {
      prorate: 'Le reste de la période',
      next: 'Le reste de la période, avec la prochaine facture',
      none: 'Rien avant la période suivante',
      full_difference: 'La différence pour toute la période',
    },
  },
})
