// What forms say.
import { defineMessages } from '../text/locale.tsx'

export const formMessages = defineMessages({
  en: {
    showPassword: 'Show the password',
    code: 'Code',
    codeAbout: 'Six digits from your authenticator app, or a recovery code.',
    cancel: 'Cancel',
    save: 'Save',
    unsaved: 'You have changes that are not saved',
    unsavedText: 'If you leave now, they are lost.',
    stay: 'Stay and keep them',
    leave: 'Leave without saving',
    notSaved: 'This was not saved',
    moneyHint: 'A number such as 12.50',
  },
  fr: {
    showPassword: 'Montrer le mot de passe',
    code: 'Code',
    codeAbout: 'Six chiffres de votre application d’authentification, ou un code de secours.',
    cancel: 'Annuler',
    save: 'Enregistrer',
    unsaved: 'Vos modifications ne sont pas enregistrées',
    unsavedText: 'Si vous quittez maintenant, elles seront perdues.',
    stay: 'Rester et les garder',
    leave: 'Quitter sans enregistrer',
    notSaved: 'Rien n’a été enregistré',
    moneyHint: 'Un nombre tel que 12,50',
  },
})
