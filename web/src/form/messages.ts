// The messages of forms.
import { defineMessages } from '../text/locale.tsx'

export const formMessages = defineMessages({
  en: {
    showPassword: 'Show password',
    code: 'Code',
    codeAbout: 'The six-digit code from your authenticator app, or a recovery code.',
    cancel: 'Cancel',
    save: 'Save',
    unsaved: 'You have unsaved changes',
    unsavedText: 'If you leave now, they will be lost.',
    stay: 'Keep editing',
    leave: 'Leave without saving',
    notSaved: 'Changes not saved',
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
    stay: 'Continuer la saisie',
    leave: 'Quitter sans enregistrer',
    notSaved: 'Rien n’a été enregistré',
    moneyHint: 'Un nombre tel que 12,50',
  },
})
