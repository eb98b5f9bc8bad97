// The messages of the pages before signing in.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: {
      owner: 'Create owner account',
      invitation: 'Join the account',
      password_reset: 'Set a new password',
    },
    about: {
      owner: (account: string) =>
        `You will be the owner of ${account}, with full access to its settings, members and billing.`,
      invitation: (account: string) => `You have been invited to ${account}.`,
      password_reset: () => 'You will be signed out of all other sessions.',
    },
    role: (role: string) => `Your role: ${role}`,
    roles: {
      owner: 'owner',
      admin: 'admin',
      developer: 'developer',
      accountant: 'accountant',
      viewer: 'viewer',
    },
    name: 'Your name',
    nameAbout:
      'Shown to your team next to your activity. If you already have a name here, it is kept.',
    email: 'Email',
    newPassword: 'New password',
    newPasswordAbout: 'At least 12 characters. A few unrelated words work well.',
    password: 'Password',
    passwordAbout: (rule: string) =>
      `If you already have a login with this email, enter its password. Otherwise, create one. ${rule}`,
    go: { owner: 'Create owner account', invitation: 'Join', password_reset: 'Set password' },
    reading: 'Checking the link…',
    lost: 'This link isn’t valid',
    lostText:
      'This link was already used or has expired. Ask the person who sent it for a new one. To create an owner link, run this command on the server:',
    toSignIn: 'Sign in',
    forgottenTitle: 'Reset your password',
    resetText: 'Enter the email you sign in with. We’ll send you a link to set a new password.',
    resetAsk: 'Email me a link',
    resetRequested: (email: string) =>
      `If ${email} can sign in here, a link is on its way. It works once, for one hour.`,
    resetNothing:
      'Didn’t get it? Check your spam folder, or ask an owner of your account for a link.',
    forgottenText:
      'No email server is set up. Ask an owner of your account for a link. On the server that runs Reckoner, this command creates a link to set a new password:',
    unowned: 'Create the owner account',
    unownedText:
      'This installation has no owner yet. Open the owner link that the server printed in its terminal or log when it first started. The link works once and expires after 24 hours.',
    unownedAnother: 'Lost it, or has it expired? Run this command on the server for a new link:',
  },
  fr: {
    title: {
      owner: 'Créer le compte propriétaire',
      invitation: 'Rejoindre le compte',
      password_reset: 'Choisir un nouveau mot de passe',
    },
    about: {
      owner: (account) =>
        `Vous serez propriétaire de ${account} : paramètres, membres et facturation.`,
      invitation: (account) => `Vous êtes invité à rejoindre ${account}.`,
      password_reset: () => 'Partout ailleurs où vous êtes connecté, vous serez déconnecté.',
    },
    role: (role) => `Votre rôle : ${role}`,
    roles: {
      owner: 'propriétaire',
      admin: 'administrateur',
      developer: 'développeur',
      accountant: 'comptable',
      viewer: 'lecteur',
    },
    name: 'Votre nom',
    nameAbout:
      'Affiché aux autres à côté de vos actions. Si vous avez déjà un nom ici, il est conservé.',
    email: 'Adresse de courriel',
    newPassword: 'Nouveau mot de passe',
    newPasswordAbout:
      'Au moins 12 caractères. Quelques mots sans rapport entre eux conviennent bien.',
    password: 'Mot de passe',
    passwordAbout: (rule) =>
      `Si vous vous connectez déjà ici avec cette adresse, saisissez ce mot de passe. Sinon, choisissez-en un. ${rule}`,
    go: {
      owner: 'Créer le compte propriétaire',
      invitation: 'Rejoindre',
      password_reset: 'Choisir ce mot de passe',
    },
    reading: 'Vérification du lien…',
    lost: 'Ce lien ne fonctionne pas',
    lostText:
      'Un lien sert une fois et pendant un temps limité. Demandez-en un autre à qui l’a envoyé ; sur la machine elle-même, cette commande en crée un pour un propriétaire :',
    toSignIn: 'Se connecter',
    forgottenTitle: 'Réinitialiser le mot de passe',
    resetText:
      'Saisissez l’adresse avec laquelle vous vous connectez. Vous recevrez un lien pour choisir un mot de passe.',
    resetAsk: 'M’envoyer un lien',
    resetRequested: (email) =>
      `Si quelqu’un se connecte ici avec ${email}, un lien est en route. Il sert une fois, pendant une heure.`,
    resetNothing:
      'Rien n’est arrivé ? Regardez parmi les indésirables, ou demandez un lien à un propriétaire de votre compte.',
    forgottenText:
      'Ce service n’envoie pas de courriels. Adressez-vous à un propriétaire de votre compte. Sur la machine qui fait tourner Reckoner, cette commande crée un lien pour choisir un nouveau mot de passe :',
    unowned: 'Créer le compte propriétaire',
    unownedText:
      'Cette installation n’a pas encore de propriétaire. Ouvrez le lien de propriétaire que le serveur a affiché dans son terminal ou son journal au premier démarrage. Il sert une fois, pendant 24 heures.',
    unownedAnother:
      'Le lien est perdu ou expiré ? Sur le serveur, cette commande en crée un autre :',
  },
})

export const signInMessages = defineMessages({
  en: {
    email: 'Email',
    password: 'Password',
    signIn: 'Sign in',
    codeText: 'Enter a code to finish signing in.',
    codeBack: 'Use another email or password',
    forgotten: 'Forgot password?',
  },
  fr: {
    email: 'Courriel',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    codeText: 'Saisissez un code pour terminer la connexion.',
    codeBack: 'Changer d’adresse ou de mot de passe',
    forgotten: 'Mot de passe oublié ?',
  },
})
