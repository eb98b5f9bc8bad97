// The messages of the test clock.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Test clock',
    about:
      'Move this test environment forward in time. Everything due in between happens in order.',
    now: 'Current test time',
    to: 'Advance to',
    toAbout: (zone: string) => `A future date, at noon (${zone}).`,
    advance: 'Advance',
    jumps: { month: '1 month', quarter: '3 months', year: '1 year' },
    onItsWay: (percent: string) => `Advancing: ${percent}%`,
    diary: 'What happened',
    nothing: 'No activity in this period.',
    more: 'View all events',
    live: 'Live mode always uses real time. Switch to test mode to advance a clock.',
    reset: 'Delete all test data',
    resetText:
      'This deletes all data in this test environment and resets its clock to the current time. API keys, settings and members are kept. This can’t be undone.',
    resetDone: 'Deleting test data…',
  },
  fr: {
    title: 'Horloge de test',
    about:
      'Avancez le temps de cet environnement de test. Tout ce qui arrive à échéance en chemin se produit dans l’ordre.',
    now: 'Heure de test actuelle',
    to: 'Avancer jusqu’au',
    toAbout: (zone) => `Un jour à venir ; midi ce jour-là (${zone}).`,
    advance: 'Avancer',
    jumps: { month: '1 mois', quarter: '3 mois', year: '1 an' },
    onItsWay: (percent) => `Avance en cours : ${percent} %`,
    diary: 'Ce qui s’est passé',
    nothing: 'Rien n’est échu.',
    more: 'Voir tous les événements',
    live: 'Le mode réel suit toujours l’heure réelle. Passez au test pour avancer une horloge.',
    reset: 'Supprimer toutes les données de test',
    resetText:
      'Toutes les données de cet environnement de test sont supprimées et son horloge revient au présent. Clés, paramètres et membres restent. Cette action est irréversible.',
    resetDone: 'Suppression en cours…',
  },
})
