// API errors in French, by code, for errors without a constraint.
import type { Constraint } from '../../../src/constraint.ts'
import type { ErrorCode } from '../../../src/domain/error-catalogue.ts'
import { frenchOf } from './constraints-french.ts'
import { typeset } from './french.ts'

interface Said {
  code: string
  constraint?: Constraint | undefined
}

/** A newer server can return codes and constraints unknown to the page. */
export function inFrench({ code, constraint }: Said): string {
  const sentence = constraint && frenchOf(constraint)
  return typeset(sentence ?? FRENCH[code as ErrorCode] ?? 'Le serveur a refusé cette demande.')
}

const FRENCH: Readonly<Record<ErrorCode | 'offline', string>> = {
  offline: 'Le serveur est injoignable. Vérifiez la connexion ; rien n’est perdu.',
  invalid_json: 'La demande est illisible. Rechargez la page et recommencez.',
  parameter_missing: 'Ce champ est obligatoire.',
  parameter_invalid: 'Cette valeur n’est pas admise ici.',
  parameter_unknown: 'Ce nom n’est pas connu ici ; rechargez la page et recommencez.',
  parameters_exclusive: 'De ces filtres, un seul peut servir à la fois.',
  currency_invalid: 'Ce n’est pas une devise en cours, comme cad, usd ou eur.',
  currency_mismatch: 'La devise n’est pas celle de la facture.',
  country_invalid: 'Ce n’est pas un pays en deux lettres, comme CA ou FR.',
  image_invalid: 'Cette image ne peut pas être lue, ou elle est trop grande.',
  amount_too_large: 'Ce montant est trop grand.',
  resource_missing: 'Cet objet n’existe pas ici.',
  tax_rates_mixed:
    'Une ligne a soit des taxes comprises dans ses prix, soit des taxes ajoutées, pas les deux.',
  tax_rate_overlap: 'Un autre taux du même nom et du même lieu s’applique à certains de ces jours.',
  tax_registration_overlap:
    'Une autre inscription du même pays, de la même région et du même régime est en vigueur à certains de ces jours.',
  tax_settings_full:
    'Cet environnement a le nombre maximal de taux de taxe ou d’inscriptions aux taxes.',
  coupon_inactive: 'Ce coupon ou ce code promotionnel n’est pas actif.',
  coupon_expired:
    'Ce coupon ou ce code promotionnel ne peut plus être utilisé\u00a0: sa date est passée.',
  coupon_exhausted: 'Ce coupon ou ce code promotionnel a été utilisé autant de fois qu’il le peut.',
  promotion_code_not_eligible:
    'Ce code promotionnel est pour un autre client, ou pour ceux qui n’ont pas encore de facture.',
  promotion_code_taken: 'Un autre code promotionnel porte ce nom.',
  discount_already_applied: 'Il y a déjà un rabais de ce coupon. Retirez-le d’abord.',
  discounts_too_many: 'Il y a déjà le nombre maximal de rabais. Retirez-en un d’abord.',
  tax_rate_inactive: 'Ce taux de taxe n’est pas actif\u00a0; utilisez-en un autre ou réactivez-le.',
  tax_rate_not_in_force: 'Un taux de taxe d’une ligne ne s’applique pas à la date d’émission.',
  tax_rate_unknown:
    'Vous êtes inscrit là où se trouve le client, mais aucun taux de taxe n’y est connu à cette date. Créez-le.',
  tax_address_missing:
    'L’adresse du client ne permet pas de connaître ses taxes\u00a0: indiquez le pays, et la province au Canada ou l’État aux États-Unis.',
  document_particulars_missing:
    'Il manque une mention que la loi exige sur un document portant cette taxe.',
  price_inactive: 'Ce prix n’est pas actif\u00a0; utilisez-en un autre ou réactivez-le.',
  tiers_invalid: 'Les paliers doivent se suivre, et le dernier ne pas avoir de fin.',
  decimal_invalid: 'Ce nombre décimal n’est pas valide ou a trop de chiffres.',
  price_used: 'Ce prix a déjà été facturé\u00a0; créez-en une nouvelle version.',
  lookup_key_taken: 'Un autre prix porte déjà cette clé.',
  preview_outdated: 'La facture ne serait plus celle de l’aperçu\u00a0; vérifiez le nouveau.',
  product_archived: 'Ce produit est archivé ; rendez-le actif pour le facturer.',
  api_key_missing: 'Aucune clé d’API n’a été envoyée.',
  api_key_invalid: 'Cette clé d’API n’ouvre rien.',
  permission_denied: 'Votre rôle ne permet pas cela. Adressez-vous à un propriétaire du compte.',
  session_invalid: 'Vous n’êtes pas connecté, ou ne l’êtes plus. Reconnectez-vous.',
  credentials_invalid: 'Adresse ou mot de passe incorrect.',
  password_required: 'Saisissez de nouveau votre mot de passe.',
  sign_in_expired:
    'Cette connexion a expiré, ou trop de codes étaient faux. Saisissez de nouveau votre mot de passe.',
  second_factor_code_required: 'Saisissez aussi un code de votre second facteur.',
  second_factor_code_invalid: 'Ce code n’est pas valable, ou a déjà servi.',
  second_factor_required: 'Ce compte exige un second facteur, et vous n’en avez pas.',
  second_factor_exists: 'Vous avez déjà un second facteur. Désactivez-le d’abord.',
  second_factor_missing: 'Vous n’avez pas de second facteur. Configurez-en un d’abord.',
  link_invalid: 'Ce lien a déjà servi, a expiré, ou a été remplacé par un autre.',
  origin_refused: 'Cette demande ne venait pas d’une page de ce service ; rien n’a été fait.',
  https_required: 'On se connecte en HTTPS, ou à localhost sur la machine même.',
  owner_required: 'Seul un propriétaire peut donner, changer ou retirer ce rôle.',
  test_environment_only: 'Cela n’est possible que dans le mode test.',
  route_not_found: 'Il n’y a rien à cette adresse.',
  method_not_allowed: 'Cela n’est pas possible à cette adresse.',
  precondition_failed:
    'L’objet a été modifié entre-temps. Rechargez la page, puis refaites le changement.',
  body_too_large: 'C’est trop volumineux pour être envoyé.',
  not_acceptable: 'Cette réponse n’existe pas sous la forme demandée. Rechargez la page.',
  unsupported_media_type: 'La demande n’a pas la forme attendue. Rechargez la page.',
  idempotency_key_in_use: 'La même demande est encore en cours. Réessayez dans un instant.',
  idempotency_key_reused: 'Cette demande a déjà servi à autre chose. Rechargez la page.',
  rate_limit_exceeded: 'Trop de demandes en peu de temps. Réessayez dans une minute.',
  internal_error: 'Une erreur de notre part a interrompu la demande.',
  unavailable: 'Le service n’est pas disponible en ce moment. Rien n’a changé ; réessayez.',
  api_key_ended: 'Cette clé est terminée ; créez-en une autre.',
  member_exists: 'Quelqu’un avec cette adresse est déjà membre, ou invité.',
  webhook_endpoints_full:
    'L’environnement a déjà autant de points de réception qu’il peut. Supprimez-en un d’abord.',
  last_owner: 'Le compte n’aurait plus de propriétaire. Nommez-en d’abord un autre.',
  member_elsewhere:
    'Cette personne appartient aussi à un autre compte ; elle seule peut changer son mot de passe.',
  invoice_not_draft: 'La facture n’est plus un brouillon.',
  invoice_not_voidable: 'La facture est déjà annulée.',
  void_forbidden:
    'Ce compte n’annule pas les factures émises\u00a0; créditez plutôt la facture par un avoir.',
  books_closed:
    'Ce jour est dans une période close de la comptabilité ; choisissez un jour plus tardif.',
  credit_note_not_sendable: 'Un avoir annulé ne peut pas être envoyé.',
  invoice_not_sendable: 'Cette facture ne peut pas être envoyée dans son état.',
  invoice_not_issued: 'La facture n’est pas encore émise.',
  invoice_not_payable: 'Cette facture n’attend pas de paiement.',
  invoice_not_creditable:
    'Cette facture est un brouillon ou annulée : un avoir n’est pas possible.',
  credit_exceeds_invoice: 'L’avoir dépasse ce qui n’est pas encore crédité.',
  refund_exceeds_payment: 'Le montant remboursé dépasse le montant reçu.',
  refund_exceeds_credit_note: 'Le remboursement dépasse ce que l’avoir doit encore rembourser.',
  refund_by_gateway:
    'Le prestataire de paiement verse ce remboursement et en communique le résultat.',
  refund_not_pending: 'L’état du remboursement ne le permet pas.',
  refund_pending:
    'Un remboursement de ce paiement est en attente\u00a0; marquez-le comme payé ou annulez-le d’abord.',
  credit_note_used: 'L’avoir est déjà annulé, ou le client en a utilisé le crédit.',
  invoice_has_credit_notes: 'Cette facture a des avoirs ; annulez-les d’abord.',
  invoice_has_payments:
    'Cette facture a été payée, en tout ou en partie ; contrepassez d’abord les paiements.',
  email_address_missing: 'Le client n’a pas d’adresse de courriel.',
  first_invoice_number_taken: 'Une facture porte déjà un numéro de cette série.',
  payout_exceeds_balance:
    'Le virement dépasse ce que le prestataire de paiement détient selon le grand livre. Comparez le montant au relevé bancaire ; s’il est juste, enregistrez d’abord ce qui manque ici.',
  payout_already_reversed:
    'Ce virement est déjà contrepassé. Si l’argent est arrivé malgré tout, enregistrez un nouveau virement.',
  payment_disputed:
    'Un litige a repris l’argent de ce paiement. Répondez au litige chez le prestataire ; s’il est gagné, la totalité peut être remboursée.',
  dispute_closed: 'Ce litige est clos.',
  payment_exceeds_amount_due: 'Le paiement dépasse ce qui reste à payer.',
  allocation_exceeds_payment: 'Le montant dépasse ce que ce paiement permet d’affecter.',
  invoice_not_written_off: 'Rien de cette facture n’est radié.',
  payment_not_cancelable: 'Seul un paiement qui attend le client peut être annulé.',
  payment_in_progress: 'Cette facture est déjà en cours de paiement.',
  method_not_reusable: 'Ce moyen de paiement ne peut plus servir.',
  gateway_not_configured: 'Cet environnement n’a pas de prestataire de paiement actif.',
  gateway_mode_mismatch:
    'Cette clé n’est pas du même mode que cet environnement\u00a0: un environnement de test prend une clé de test, un environnement réel une clé réelle.',
  gateways_full: 'Cet environnement a le nombre maximal de prestataires de paiement.',
  gateway_signature_invalid:
    'Cet événement n’est pas signé par le prestataire de paiement, ou date de plus de cinq minutes.',
  currency_not_supported:
    'Aucun prestataire de paiement actif n’accepte cette devise, ou ce montant dans cette devise.',
  amount_too_small:
    'Ce montant est inférieur au minimum que le prestataire de paiement accepte dans cette devise.',
  retry_plan_invalid:
    'Indiquez 1 à 10 jours, entre 1 et 60, dans l’ordre croissant et chacun une seule fois.',
  subscription_incomplete: 'La première facture de cet abonnement doit d’abord être payée.',
  collection_unavailable:
    'Cet environnement n’a pas de prestataire de paiement : les factures ne peuvent pas être débitées automatiquement.',
  payment_not_settled: 'Ce paiement n’est pas encaissé ; attendez qu’il le soit.',
  payment_already_reversed: 'Ce paiement a déjà été contrepassé.',
  credit_exceeds_balance: 'Le client n’a pas autant de crédit.',
  external_id_taken: 'Un autre client ou abonnement porte déjà cet identifiant externe.',
  price_not_recurring: 'Ce prix n’est pas récurrent\u00a0; utilisez un prix avec une périodicité.',
  intervals_incompatible:
    'Ces périodicités ne sont pas des multiples de la plus courte\u00a0; créez un abonnement pour chacune.',
  minimum_needs_one_interval:
    'Cet abonnement a un minimum par période\u00a0: tous ses prix doivent avoir la même périodicité.',
  anchor_invalid:
    'Les périodes ne peuvent pas commencer ce jour-là\u00a0: il ne va pas avec la périodicité, ou n’existe pas.',
  too_many_lines:
    'Ce début est trop ancien\u00a0: la première facture aurait plus de 250 lignes. Choisissez-en un plus récent.',
  proration_incompatible:
    'Ce changement commence une nouvelle période\u00a0; retirez cette option, ou choisissez la fin de la période.',
  change_in_past:
    'Ce changement s’appliquerait avant la période en cours, ou avant le dernier changement.',
  subscription_ended: 'Cet abonnement est terminé\u00a0; créez-en un nouveau.',
  trial_over: 'L’abonnement n’est pas à l’essai. Pour ne rien facturer, mettez-le en pause.',
  subscription_paused: 'L’abonnement est en pause. Reprenez-le d’abord.',
  subscription_not_paused: 'L’abonnement n’est pas en pause, et aucune pause n’est prévue.',
  invoice_item_billed: 'Cet élément est facturé\u00a0; corrigez la facture par un avoir.',
  price_migration_unfinished:
    'Une autre migration de ce prix est en cours\u00a0; attendez-la ou annulez-la.',
  price_migration_ended: 'Cette migration de prix est terminée\u00a0; créez-en une autre.',
  customer_has_subscriptions: 'Ce client a des abonnements en cours\u00a0; résiliez-les d’abord.',
  customer_has_open_invoices: 'Ce client a des factures ouvertes ; réglez-les ou annulez-les.',
  customer_has_credit:
    'Ce client a un crédit ; reprenez-le par un montant négatif sous « Crédit », puis supprimez le client.',
  seller_incomplete:
    'Il manque quelque chose au vendeur (nom, adresse, adresse de réponse ou serveur de courriel) ; complétez les réglages du compte.',
  delivery_not_pending: 'Cette livraison est terminée ; il n’y a rien à sauter.',
  clock_advancing: 'L’horloge de test avance encore. Attendez qu’elle soit arrivée.',
  environment_resetting: 'Cet environnement est en train d’être effacé.',
}
