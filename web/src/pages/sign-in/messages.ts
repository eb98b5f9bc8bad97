// What the pages before signing in say.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: {
      owner: 'Become the owner',
      invitation: 'Join the account',
      password_reset: 'Set a new password',
    },
    about: {
      owner: (account: string) =>
        `You will own ${account}: its settings, its people, and everything that is billed with it.`,
      invitation: (account: string) => `You have been invited to ${account}.`,
      password_reset: () => 'Everywhere else you are signed in, you will be signed out.',
    },
    role: (role: string) => `Your role: ${role}`,
    roles: {
      owner: 'owner',
      admin: 'administrator',
      developer: 'developer',
      accountant: 'accountant',
      viewer: 'viewer',
    },
    name: 'Your name',
    nameAbout: 'Shown to others next to what you do. If you already have a name here, it stays.',
    email: 'Mail address',
    newPassword: 'New password',
    newPasswordAbout: 'At least 12 characters. A few words that do not belong together do well.',
    password: 'Password',
    passwordAbout: (rule: string) =>
      `If you already sign in here with this email, enter that password. If not, choose one. ${rule}`,
    go: { owner: 'Become the owner', invitation: 'Join', password_reset: 'Set the password' },
    reading: 'Reading the link…',
    lost: 'This link does not work',
    lostText:
      'A link works once and for a limited time. Ask whoever sent it for another; on the machine itself, this command makes one for an owner:',
    toSignIn: 'Sign in',
    forgottenTitle: 'A new password',
    resetText:
      'Type the mail address by which you sign in. You are mailed a link to set a password.',
    resetAsk: 'Mail me a link',
    resetAsked: (email: string) =>
      `If somebody signs in here as ${email}, a link is on its way to them. It works once, for an hour.`,
    resetNothing:
      'Nothing has come? Look among the spam, or ask an owner of your account for a link.',
    forgottenText:
      'This service sends no mails. Ask an owner of your account. On the machine that runs Reckoner, this command makes a link by which you set a new password:',
  },
  fr: {
    title: {
      owner: 'Devenir propriétaire',
      invitation: 'Rejoindre le compte',
      password_reset: 'Choisir un nouveau mot de passe',
    },
    about: {
      owner: (account) =>
        `${account} sera à vous : ses réglages, ses membres et tout ce qui y est facturé.`,
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
      owner: 'Devenir propriétaire',
      invitation: 'Rejoindre',
      password_reset: 'Choisir ce mot de passe',
    },
    reading: 'Lecture du lien…',
    lost: 'Ce lien ne fonctionne pas',
    lostText:
      'Un lien sert une fois et pendant un temps limité. Demandez-en un autre à qui l’a envoyé ; sur la machine elle-même, cette commande en crée un pour un propriétaire :',
    toSignIn: 'Se connecter',
    forgottenTitle: 'Un nouveau mot de passe',
    resetText:
      'Saisissez l’adresse avec laquelle vous vous connectez. Vous recevrez un lien pour choisir un mot de passe.',
    resetAsk: 'M’envoyer un lien',
    resetAsked: (email) =>
      `Si quelqu’un se connecte ici avec ${email}, un lien est en route. Il sert une fois, pendant une heure.`,
    resetNothing:
      'Rien n’est arrivé ? Regardez parmi les indésirables, ou demandez un lien à un propriétaire de votre compte.',
    forgottenText:
      'Ce service n’envoie pas de courriels. Adressez-vous à un propriétaire de votre compte. Sur la machine qui fait tourner Reckoner, cette commande crée un lien pour choisir un nouveau mot de passe :',
  },
})

export const signInMessages = defineMessages({
  en: {
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    codeText: 'Your password is right. Enter a code to finish signing in.',
    codeBack: 'Use another email or password',
    forgotten: 'Forgotten your password?',
  },
  fr: {
    email: 'Courriel',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    codeText: 'Votre mot de passe est bon. Saisissez un code pour terminer la connexion.',
    codeBack: 'Changer d’adresse ou de mot de passe',
    forgotten: 'Mot de passe oublié ?',
  },
})
