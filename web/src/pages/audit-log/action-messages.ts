// Actions of the audit log in words: a message for each API operation that writes, and for each other action. Creating,
// updating, archiving and deleting are worded from the label of the resource.
import {
  type CommandAction,
  type PersonAction,
  USUAL_ACTIONS,
  type UsualEvent,
} from '../../../../src/domain/audit-actions.ts'
import { withArticle } from '../../../../src/domain/resource-lists.ts'
import { RESOURCES, type ResourceName } from '../../../../src/domain/resources.ts'
import { defineMessages } from '../../text/locale.tsx'

/** An action without a message does not compile; an operation without one fails `test/audit-messages.test.ts`. */
type Actions = Record<PersonAction | CommandAction, string> & Record<string, string>

const en = {
  eraseCustomer: 'Erased a customer’s personal data',
  createCreditTransaction: 'Adjusted a customer’s credit',
  addCustomerDiscount: 'Gave a customer a discount',
  removeCustomerDiscount: 'Removed a discount of a customer',
  addInvoiceDiscount: 'Gave a draft a discount',
  removeInvoiceDiscount: 'Removed a discount of a draft',
  previewSubscription: 'Previewed a subscription',
  changeSubscription: 'Scheduled a change of a subscription',
  deleteScheduledChange: 'Withdrew a change of a subscription',
  cancelSubscription: 'Canceled a subscription',
  keepSubscription: 'Kept a subscription',
  retrySubscriptionBilling: 'Billed a subscription again',
  previewInvoice: 'Previewed an invoice',
  createInvoice: 'Created a draft',
  updateInvoice: 'Updated a draft',
  finalizeInvoice: 'Finalized an invoice',
  sendInvoice: 'Sent an invoice',
  voidInvoice: 'Voided an invoice',
  rotateHostedUrl: 'Replaced the link of a hosted invoice page',
  previewCreditNote: 'Previewed a credit note',
  createCreditNote: 'Issued a credit note',
  voidCreditNote: 'Voided a credit note',
  createRefund: 'Started a refund',
  succeedRefund: 'Marked a refund as paid',
  failRefund: 'Marked a refund as failed',
  cancelRefund: 'Canceled a refund',
  moveRefundToBalance: 'Moved a refund to the balance',
  createPayment: 'Recorded a payment',
  reversePayment: 'Reversed a payment',
  pauseWebhookEndpoint: 'Paused a webhook endpoint',
  resumeWebhookEndpoint: 'Resumed a webhook endpoint',
  rotateWebhookSecret: 'Rotated a signing secret',
  testWebhookEndpoint: 'Sent a test event',
  redeliverWebhookRange: 'Retried the deliveries of an endpoint',
  redeliverWebhookDelivery: 'Retried a delivery',
  skipWebhookDelivery: 'Skipped a delivery',
  createApiKey: 'Created an API key',
  updateApiKey: 'Renamed an API key',
  rollApiKey: 'Rolled an API key',
  revokeApiKey: 'Revoked an API key',
  inviteMember: 'Invited a member',
  updateMember: 'Changed a member’s role',
  linkMember: 'Created a new link for a member',
  removeMember: 'Removed a member',
  endSession: 'Signed out a session',
  updateAccount: 'Updated settings',
  setAccountLogo: 'Set the logo',
  removeAccountLogo: 'Removed the logo',
  advanceTestClock: 'Advanced the test clock',
  resetTestClock: 'Deleted all test data',
  signIn: 'Signed in',
  refuseSignIn: 'Failed to sign in: wrong password',
  signOut: 'Signed out',
  updateUser: 'Changed their name',
  changePassword: 'Changed their password',
  requestPasswordReset: 'Requested a password reset',
  confirmPassword: 'Confirmed their password',
  refuseCode: 'Failed to sign in: wrong authentication code',
  enableSecondFactor: 'Turned on their two-factor authentication',
  disableSecondFactor: 'Turned off their two-factor authentication',
  renewRecoveryCodes: 'Created new recovery codes',
  requireSecondFactor: 'Required two-factor authentication for all members',
  waiveSecondFactor: 'Stopped requiring two-factor authentication',
  redeem_owner: 'Created an owner account with the owner link',
  redeem_invitation: 'Accepted an invitation',
  redeem_password_reset: 'Reset their password with a link',
  createOwnerLink: 'Created an owner link',
  createAccount: 'Created the account',
  setTier: 'Changed the tier',
  resetSecondFactor: 'Turned off a member’s two-factor authentication',
} satisfies Actions

const fr: Record<keyof typeof en, string> = {
  eraseCustomer: 'Effacement des données personnelles d’un client',
  createCreditTransaction: 'Crédit client accordé ou repris',
  addCustomerDiscount: 'Rabais accordé à un client',
  removeCustomerDiscount: 'Retrait d’un rabais d’un client',
  addInvoiceDiscount: 'Rabais accordé sur un brouillon',
  removeInvoiceDiscount: 'Retrait d’un rabais d’un brouillon',
  previewSubscription: 'Aperçu d’un abonnement',
  changeSubscription: 'Changement prévu d’un abonnement',
  deleteScheduledChange: 'Retrait du changement d’un abonnement',
  cancelSubscription: 'Résiliation d’un abonnement',
  keepSubscription: 'Maintien d’un abonnement',
  retrySubscriptionBilling: 'Nouvelle facturation d’un abonnement',
  previewInvoice: 'Aperçu d’une facture',
  createInvoice: 'Création d’un brouillon',
  updateInvoice: 'Modification d’un brouillon',
  finalizeInvoice: 'Émission d’une facture',
  sendInvoice: 'Envoi d’une facture',
  voidInvoice: 'Annulation d’une facture',
  rotateHostedUrl: 'Nouvelle adresse pour la page d’une facture',
  previewCreditNote: 'Aperçu d’un avoir',
  createCreditNote: 'Émission d’un avoir',
  voidCreditNote: 'Annulation d’un avoir',
  createRefund: 'Lancement d’un remboursement',
  succeedRefund: 'Remboursement déclaré payé',
  failRefund: 'Remboursement déclaré échoué',
  cancelRefund: 'Annulation d’un remboursement',
  moveRefundToBalance: 'Remboursement versé au solde',
  createPayment: 'Enregistrement d’un paiement',
  reversePayment: 'Contrepassation d’un paiement',
  pauseWebhookEndpoint: 'Suspension d’un point de réception',
  resumeWebhookEndpoint: 'Reprise d’un point de réception',
  rotateWebhookSecret: 'Nouveau secret pour un point de réception',
  testWebhookEndpoint: 'Événement d’essai envoyé à un point de réception',
  redeliverWebhookRange: 'Renvoi des livraisons d’un point de réception',
  redeliverWebhookDelivery: 'Renvoi d’une livraison',
  skipWebhookDelivery: 'Livraison sautée',
  createApiKey: 'Création d’une clé d’API',
  updateApiKey: 'Clé d’API renommée',
  rollApiKey: 'Remplacement d’une clé d’API',
  revokeApiKey: 'Révocation d’une clé d’API',
  inviteMember: 'Invitation d’un membre',
  updateMember: 'Changement du rôle d’un membre',
  linkMember: 'Nouveau lien pour un membre',
  removeMember: 'Retrait d’un membre',
  endSession: 'Déconnexion d’une autre personne',
  updateAccount: 'Modification des paramètres',
  setAccountLogo: 'Choix du logo',
  removeAccountLogo: 'Retrait du logo',
  advanceTestClock: 'Avance de l’horloge de test',
  resetTestClock: 'Remise à zéro de l’environnement de test',
  signIn: 'Connexion',
  refuseSignIn: 'Connexion refusée : mot de passe erroné',
  signOut: 'Déconnexion',
  updateUser: 'Changement de son propre nom',
  changePassword: 'Changement de son mot de passe',
  requestPasswordReset: 'Demande d’un nouveau mot de passe',
  confirmPassword: 'Mot de passe confirmé',
  refuseCode: 'Connexion refusée : code du second facteur erroné',
  enableSecondFactor: 'Activation de son second facteur',
  disableSecondFactor: 'Désactivation de son second facteur',
  renewRecoveryCodes: 'Création de nouveaux codes de secours',
  requireSecondFactor: 'Second facteur exigé de tous les membres',
  waiveSecondFactor: 'Second facteur rendu facultatif',
  resetSecondFactor: 'Désactivation du second facteur d’un membre',
  redeem_owner: 'Devenu propriétaire par le lien de propriétaire',
  redeem_invitation: 'Arrivée sur invitation',
  redeem_password_reset: 'Nouveau mot de passe choisi par un lien',
  createOwnerLink: 'Création d’un lien de propriétaire',
  createAccount: 'Création du compte',
  setTier: 'Changement de palier',
}

const DONE: Record<UsualEvent, [en: string, fr: string]> = {
  created: ['Created', 'Création'],
  updated: ['Updated', 'Modification'],
  archived: ['Archived', 'Archivage'],
  deleted: ['Deleted', 'Suppression'],
}

const inEnglish = (resource: ResourceName, event: UsualEvent): string => {
  return `${DONE[event][0]} ${withArticle(RESOURCES[resource].en.one)}`
}

const inFrench = (resource: ResourceName, event: UsualEvent): string => {
  const { one, ...gender } = RESOURCES[resource].fr
  return `${DONE[event][1]} d’un${'feminine' in gender ? 'e' : ''} ${one}`
}

const usual = (word: typeof inEnglish): Record<string, string> =>
  Object.fromEntries(
    Object.entries(USUAL_ACTIONS).map(([name, { resource, event }]) => [
      name,
      word(resource, event),
    ]),
  )

export const actions = defineMessages<Record<string, string>>({
  en: { ...usual(inEnglish), ...en },
  fr: { ...usual(inFrench), ...fr },
})

/** The names of all actions that have a message. */
export const ACTIONS = [...new Set([...Object.keys(USUAL_ACTIONS), ...Object.keys(en)])]
