// The messages of the test clock.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Test clock',
    about:
      'Live through the time to come: whatever falls due on the way happens in order, as it would.',
    now: 'It is now',
    to: 'Advance to',
    toAbout: 'A day to come; noon of it, UTC.',
    advance: 'Advance',
    jumps: { month: 'A month', quarter: 'A quarter', year: 'A year' },
    onItsWay: (percent: string) => `On its way: ${percent}%`,
    diary: 'What happened on the way',
    nothing: 'Nothing fell due.',
    more: 'There is more: all events',
    live: 'The clock of live data is that of the world. Switch to test to advance one.',
    reset: 'Reset everything',
    resetText:
      'All records of this test environment are erased and its clock goes back to the present. Keys, settings and people stay.',
    resetDone: 'Erasing; it takes a moment',
  },
  fr: {
    title: 'Horloge de test',
    about:
      'Vivez le temps à venir : tout ce qui échoit en chemin se produit dans l’ordre, comme en vrai.',
    now: 'Il est maintenant',
    to: 'Avancer jusqu’au',
    toAbout: 'Un jour à venir ; midi ce jour-là, UTC.',
    advance: 'Avancer',
    jumps: { month: 'Un mois', quarter: 'Un trimestre', year: 'Un an' },
    onItsWay: (percent) => `En chemin : ${percent} %`,
    diary: 'Ce qui s’est passé en chemin',
    nothing: 'Rien n’est échu.',
    more: 'Il y en a d’autres : tous les événements',
    live: 'L’horloge des données réelles est celle du monde. Passez au test pour en avancer une.',
    reset: 'Tout remettre à zéro',
    resetText:
      'Toutes les données de cet environnement de test sont effacées et son horloge revient au présent. Clés, réglages et personnes restent.',
    resetDone: 'Effacement en cours',
  },
})
