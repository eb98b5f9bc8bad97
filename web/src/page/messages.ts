// What pages say in place of their content, and the call behind them.
import { defineMessages } from '../text/locale.tsx'

export const pageMessages = defineMessages({
  en: {
    retry: 'Try again',
    home: 'Home',
    missing: 'There is nothing here',
    missingText: 'This address leads nowhere, or what was here belongs to another account or mode.',
    failed: 'This could not be loaded',
    broken: 'This page broke',
    brokenText: 'That is a mistake of ours. What was saved is safe; load the page again.',
    offline: 'The server could not be reached. Check the connection; nothing was lost.',
    forbidden: 'You may not see this',
    forbiddenText: (scope: string) =>
      `Your role does not include ${scope}. Ask an owner or admin of this account.`,
    apiCall: 'The same by API',
  },
  fr: {
    retry: 'Réessayer',
    home: 'Accueil',
    missing: 'Il n’y a rien ici',
    missingText:
      'Cette adresse ne mène nulle part, ou ce qui s’y trouvait appartient à un autre compte ou mode.',
    failed: 'Le chargement a échoué',
    broken: 'Cette page s’est arrêtée',
    brokenText:
      'C’est une erreur de notre part. Ce qui a été enregistré est intact ; rechargez la page.',
    offline: 'Le serveur est injoignable. Vérifiez la connexion ; rien n’est perdu.',
    forbidden: 'Vous ne pouvez pas voir ceci',
    forbiddenText: (scope) =>
      `Votre rôle ne comprend pas ${scope}. Adressez-vous à un propriétaire ou administrateur du compte.`,
    apiCall: 'La même chose par l’API',
  },
})
