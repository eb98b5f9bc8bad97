// What dialogs say before an action.
import { defineMessages } from '../text/locale.tsx'

export const dialogMessages = defineMessages({
  en: {
    undone: 'Cancel',
    sellerMissing: 'Your business details are incomplete',
    warnings: {
      seller_name_missing: 'Add your business name',
      seller_address_missing: 'Add your address',
      seller_reply_to_missing: 'Add an email address that customers can reply to',
      mail_server_missing: 'No email server is set up, so emails won’t be sent',
    },
    willHappen: 'What will happen',
    nothingHappens: 'No webhooks or emails will be sent.',
    mailTo: (to: string, subject: string) => `Email to ${to}: “${subject}”`,
    asking: 'Checking what will happen…',
  },
  fr: {
    // Not “Annuler”, which is also what is done to an invoice.
    undone: 'Ne rien faire',
    sellerMissing: 'Il manque quelque chose à vos factures',
    warnings: {
      seller_name_missing: 'Ajoutez le nom de votre entreprise',
      seller_address_missing: 'Ajoutez votre adresse',
      seller_reply_to_missing: 'Ajoutez une adresse de courriel à laquelle répondre',
      mail_server_missing: 'Aucun serveur de courriel n’est configuré : rien n’est envoyé',
    },
    willHappen: 'Voici ce qui va se passer',
    nothingHappens: 'Aucun webhook ni courriel n’est envoyé.',
    mailTo: (to, subject) => `Courriel à ${to} : « ${subject} »`,
    asking: 'Vérification de ce qui va se passer…',
  },
})
