// The messages of dialogs that confirm an action.
import { defineMessages } from '../text/locale.tsx'

export const dialogMessages = defineMessages({
  en: {
    undone: 'Cancel',
    sellerMissing: 'Your business details are incomplete',
    missing: 'Check these first',
    warnings: {
      seller_name_missing: 'Add your business name',
      seller_address_missing: 'Add your address',
      seller_reply_to_missing: 'Add an email address that customers can reply to',
      mail_server_missing: 'No email server is set up, so emails won’t be sent',
      links_local: 'Emails have links that only this server can open: correct PUBLIC_URL',
      links_unencrypted: 'PUBLIC_URL is not encrypted: serve it over HTTPS',
      links_without_tls: 'PUBLIC_URL starts with http://, but the service only serves HTTPS',
      https_unserved:
        'PUBLIC_URL is https, but nothing serves HTTPS. Set TLS_CERT_FILE or TRUST_PROXY',
      public_url_unreachable: 'PUBLIC_URL is public, but HOST only accepts this server',
      mail_from_reserved: 'No email server accepts emails from MAIL_FROM: choose another address',
      tax_address_missing:
        'The customer’s address doesn’t show which taxes apply, so there is no tax. Add the country, and in Canada and the United States the province or state.',
      tax_rate_unknown: 'No tax rate is known for the customer’s place, so there is no tax',
      tax_id_not_counted:
        'The customer’s tax ID doesn’t count for reverse charge, so tax is charged',
      'document_particulars_missing null':
        'Add your tax number to the registration: the document must show it',
      'document_particulars_missing address_line1': 'Add your address: the document must show it',
      'document_particulars_missing customer_id':
        'Add the customer’s address: the document must show it',
    },
    willHappen: 'What will happen',
    nothingHappens: 'No webhooks or emails will be sent.',
    mailTo: (to: string, subject: string) => `Email to ${to}: “${subject}”`,
    asking: 'Checking what will happen…',
    noEmail: 'The customer gets no email.',
    final: {
      finalize: 'A finalized invoice can’t be edited. To correct it, void it and create a new one.',
      void: 'A voided invoice can’t be reopened or paid. It keeps its number.',
      send: 'An email that was sent can’t be recalled.',
      pay: 'To undo this later, reverse the payment.',
      reverse: 'A reversed payment can’t be restored. Record it again if the money arrives.',
      credit: 'To undo this later, record the opposite amount.',
      refund: 'If the money comes back later, mark the refund as failed.',
      issue: 'A credit note can’t be edited. To undo it, void it while its credit is unused.',
      delete: 'This can’t be undone.',
    },
  },
  fr: {
    // Not “Annuler”, which is also the word for voiding an invoice.
    undone: 'Ne rien faire',
    sellerMissing: 'Il manque quelque chose à vos factures',
    missing: 'À vérifier d’abord',
    warnings: {
      seller_name_missing: 'Ajoutez le nom de votre entreprise',
      seller_address_missing: 'Ajoutez votre adresse',
      seller_reply_to_missing: 'Ajoutez une adresse de courriel à laquelle répondre',
      mail_server_missing: 'Aucun serveur de courriel n’est configuré : rien n’est envoyé',
      links_local:
        'Les courriels contiennent des liens que seul ce serveur peut ouvrir : corrigez PUBLIC_URL',
      links_unencrypted: 'PUBLIC_URL n’est pas chiffrée : servez-la en HTTPS',
      links_without_tls: 'PUBLIC_URL commence par http://, mais le service ne répond qu’en HTTPS',
      https_unserved:
        'PUBLIC_URL est en HTTPS, mais rien n’y répond : définissez TLS_CERT_FILE ou TRUST_PROXY',
      public_url_unreachable: 'PUBLIC_URL est publique, mais HOST n’accepte que ce serveur',
      mail_from_reserved:
        'Aucun serveur n’accepte de courriel de MAIL_FROM : choisissez une autre adresse',
      tax_address_missing:
        'L’adresse du client ne dit pas quelles taxes s’appliquent : il n’y en a donc pas. Ajoutez le pays et, au Canada et aux États-Unis, la province ou l’État.',
      tax_rate_unknown: 'Aucun taux n’est connu pour le lieu du client : il n’y a donc pas de taxe',
      tax_id_not_counted:
        'Le numéro fiscal du client ne permet pas l’autoliquidation : la taxe est facturée',
      'document_particulars_missing null':
        'Ajoutez votre numéro fiscal à l’inscription : le document doit le montrer',
      'document_particulars_missing address_line1':
        'Ajoutez votre adresse : le document doit la montrer',
      'document_particulars_missing customer_id':
        'Ajoutez l’adresse du client : le document doit la montrer',
    },
    willHappen: 'Voici ce qui va se passer',
    nothingHappens: 'Aucun webhook ni courriel n’est envoyé.',
    mailTo: (to, subject) => `Courriel à ${to} : « ${subject} »`,
    asking: 'Vérification de ce qui va se passer…',
    noEmail: 'Le client ne reçoit aucun courriel.',
    final: {
      finalize:
        'Une facture émise ne peut plus être modifiée. Pour la corriger, annulez-la et créez-en une autre.',
      void: 'Une facture annulée ne peut être ni rouverte ni payée. Elle garde son numéro.',
      send: 'Un courriel envoyé ne peut pas être rappelé.',
      pay: 'Pour revenir en arrière plus tard, contrepassez le paiement.',
      reverse:
        'Un paiement contrepassé ne peut pas être rétabli. Enregistrez-le de nouveau si l’argent arrive.',
      credit: 'Pour revenir en arrière plus tard, enregistrez le montant opposé.',
      refund: 'Si l’argent revient plus tard, déclarez le remboursement échoué.',
      issue:
        'Un avoir ne peut pas être modifié. Pour revenir en arrière, annulez-le tant que son crédit n’a pas servi.',
      delete: 'Cette action est irréversible.',
    },
  },
})
