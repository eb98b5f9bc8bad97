// The messages that pages show instead of their content, and those of their API call.
import { defineMessages } from '../text/locale.tsx'

export const pageMessages = defineMessages({
  en: {
    retry: 'Try again',
    home: 'Home',
    missing: 'Page not found',
    missingText: 'The link may be wrong, or the page may belong to another account or mode.',
    failed: 'Couldn’t load this page',
    broken: 'Something went wrong',
    brokenText:
      'Something broke on our end. Your saved changes are safe. Reload the page to continue.',
    offline: 'The server can’t be reached. Check your connection. Nothing was lost.',
    forbidden: 'You don’t have access to this page',
    forbiddenText: 'Ask an admin of this account for access.',
    apiCall: 'API request',
    pdfOf: (number: string) => `${number} as PDF`,
  },
  fr: {
    retry: 'Réessayer',
    home: 'Accueil',
    missing: 'Page introuvable',
    missingText: 'Le lien est peut-être erroné, ou la page appartient à un autre compte ou mode.',
    failed: 'Le chargement a échoué',
    broken: 'Une erreur est survenue',
    brokenText:
      'C’est une erreur de notre part. Ce qui a été enregistré est intact ; rechargez la page.',
    offline: 'Le serveur est injoignable. Vérifiez la connexion ; rien n’est perdu.',
    forbidden: 'Vous n’avez pas accès à cette page',
    forbiddenText: 'Demandez l’accès à un administrateur de ce compte.',
    apiCall: 'Requête d’API',
    pdfOf: (number) => `${number} en PDF`,
  },
})
