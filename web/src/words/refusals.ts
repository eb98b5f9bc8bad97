// Refusals in the reader's language. The API speaks English; French says by the code what it is about.
import type { ErrorCode } from '../../../src/domain/error-catalogue.ts'
import { useLanguage } from './language.tsx'

interface Fault {
  code: string
  message: string
}

/** The code of what a page refuses before it asks the server. */
export const OWN_FAULT = 'own_fault'

const FRENCH: Partial<Record<ErrorCode | 'offline', string>> = {
  offline: 'Le serveur est injoignable. Vérifiez la connexion ; rien n’est perdu.',
  parameter_missing: 'Ce champ est obligatoire.',
  currency_invalid: 'Ce n’est pas une devise en cours, comme cad, usd ou eur.',
  currency_mismatch: 'La devise n’est pas celle de la facture.',
  country_invalid: 'Ce n’est pas un pays en deux lettres, comme CA ou FR.',
  image_invalid: 'Cette image ne peut pas être lue, ou elle est trop grande.',
  amount_too_large: 'Ce montant est trop grand.',
  resource_missing: 'Cet objet n’existe pas ici.',
  product_archived: 'Ce produit est archivé ; rendez-le actif pour le facturer.',
  permission_denied: 'Votre rôle ne permet pas cela. Adressez-vous à un propriétaire du compte.',
  test_environment_only: 'Cela n’est possible que dans le mode test.',
  precondition_failed:
    'L’objet a été modifié entre-temps. Rechargez la page, puis refaites le changement.',
  body_too_large: 'C’est trop volumineux pour être envoyé.',
  idempotency_key_in_use: 'La même demande est encore en cours. Réessayez dans un instant.',
  rate_limit_exceeded: 'Trop de demandes en peu de temps. Réessayez dans une minute.',
  internal_error: 'Une erreur de notre part a interrompu la demande.',
  unavailable: 'Le service n’est pas disponible en ce moment. Rien n’a changé ; réessayez.',
  invoice_not_draft: 'La facture n’est plus un brouillon.',
  invoice_not_voidable: 'La facture est déjà annulée.',
  invoice_not_sendable: 'Cette facture ne peut pas être envoyée dans son état.',
  invoice_not_issued: 'La facture n’est pas encore émise.',
  invoice_not_payable: 'Cette facture n’attend pas de paiement.',
  invoice_has_payments:
    'Cette facture a été payée, en tout ou en partie ; contrepassez d’abord les paiements.',
  email_address_missing: 'Le client n’a pas d’adresse de courriel.',
  first_invoice_number_taken: 'Une facture porte déjà un numéro de cette série.',
  payment_exceeds_amount_due: 'Le paiement dépasse ce qui reste à payer.',
  payment_already_reversed: 'Ce paiement a déjà été contrepassé.',
  credit_exceeds_balance: 'Le client n’a pas autant de crédit.',
  customer_has_open_invoices: 'Ce client a des factures ouvertes ; réglez-les ou annulez-les.',
  clock_advancing: 'L’horloge de test avance encore. Attendez qu’elle soit arrivée.',
  environment_resetting: 'Cet environnement est en train d’être effacé.',
}

/** What a refusal says; where French has no words for it, those of the API with a sentence before. */
export function useRefusal(): (fault: Fault) => string {
  const { language } = useLanguage()
  return ({ code, message }) => {
    // What a page found itself is in the reader's language already.
    if (language === 'en' || code === OWN_FAULT) return message
    return FRENCH[code as ErrorCode] ?? `Refusé par le serveur : ${message}`
  }
}
