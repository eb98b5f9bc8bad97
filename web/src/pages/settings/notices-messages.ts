// The messages of the emails about failed payments in the settings.
import { defineMessages } from '../../text/locale.tsx'

export const noticesMessages = defineMessages({
  en: {
    legend: 'Emails about automatic payments',
    kinds: {
      payment_failed: 'First failure',
      payment_failed_again: 'Later failures',
      action_required: 'Payment to confirm',
      collection_ended: 'Final notice',
      card_expiring: 'Card expires within 30 days',
    },
    preview: 'Preview',
    previewOf: 'Email to preview',
    language: 'Language',
    languages: { en: 'English', fr: 'French' },
  },
  fr: {
    legend: 'Courriels sur les paiements automatiques',
    kinds: {
      payment_failed: 'Premier échec',
      payment_failed_again: 'Échecs suivants',
      action_required: 'Paiement à confirmer',
      collection_ended: 'Dernier avis',
      card_expiring: 'Carte qui expire dans les 30 jours',
    },
    preview: 'Aperçu',
    previewOf: 'Courriel à prévisualiser',
    language: 'Langue',
    languages: { en: 'Anglais', fr: 'Français' },
  },
})
