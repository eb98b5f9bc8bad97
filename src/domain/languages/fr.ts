// French. A colon is preceded by a no-break space, in Canada as in France.
import { formatMoneyIn } from '../money.ts'
import type { Language } from './language.ts'

const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]
const counts = new Intl.NumberFormat('fr')
const countries = new Intl.DisplayNames('fr', { type: 'region' })

export const fr: Language = {
  tag: 'fr',
  // Uses fr, not fr-CA, which writes a bare "$" that readers elsewhere could take for another dollar.
  money: (amount, currency) => formatMoneyIn('fr', amount, currency),
  count: (number) => counts.format(number),
  date(date) {
    const [year, month, day] = date.split('-').map(Number)
    return `${day === 1 ? '1er' : day}\u00a0${MONTHS[(month ?? 1) - 1]}\u00a0${year}`
  },
  country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  document: {
    invoice: 'Facture',
    number: 'Numéro de facture',
    invoice_date: 'Date de facture',
    due: 'Date d’échéance',
    reference: 'Bon de commande',
    not_finalized: 'Pas encore finalisée',
    from: 'De',
    billed_to: 'Facturé à',
    attention: (name) => `À l’attention de ${name}`,
    tax_id: 'Numéro fiscal',
    columns: {
      description: 'Description',
      quantity: 'Quantité',
      unit_price: 'Prix unitaire',
      amount: 'Montant',
    },
    subtotal: 'Sous-total',
    tax: 'Taxes',
    tax_names: { GST: 'TPS', HST: 'TVH', QST: 'TVQ', PST: 'TVP', RST: 'TVD', VAT: 'TVA' },
    tax_categories: {
      zero: 'Détaxé',
      exempt: 'Exonéré de taxe',
      reverse_charge: 'Autoliquidation',
      outside_scope: 'Hors du champ de la TVA',
      export: 'Exportation détaxée',
    },
    period_heading: 'Période',
    supply_date: 'Date de livraison ou de prestation',
    relates_to: 'Complète la facture',
    supplied: (date) => `Livraison ou prestation\u00a0: ${date}`,
    minimum: (product, minimum, billed) =>
      `Minimum pour ${product}\u00a0: ${minimum}, dont ${billed} facturés`,
    minimumOfAll: (product, minimum, billed) =>
      `Minimum de l’abonnement${product === undefined ? '' : `, ${product}`}\u00a0: ${minimum}, dont ${billed} facturés`,
    unused: (number, amount, parts) =>
      `Avoir ${number} de ${amount}\u00a0: temps non utilisé, ${parts}`,
    period: (first, last) => `du ${first} au ${last}`,
    percent: (figure) => `${figure}\u00a0%`,
    tax_on: (tax, base) => `${tax} sur ${base}`,
    tax_included: (tax) => `Dont ${tax}`,
    references: {
      'Reverse charge, Art. 196 Directive 2006/112/EC':
        'Autoliquidation, art. 196 de la directive 2006/112/CE',
    },
    total: 'Total',
    credit_applied: 'Crédit appliqué',
    credited: 'Avoirs',
    credit_note: {
      heading: 'Avoir',
      number: 'Numéro de l’avoir',
      date: 'Date',
      invoice: 'Corrige la facture',
      total: 'Total crédité',
      unused_time: 'Cet avoir correspond au temps non utilisé d’un abonnement.',
      to_open: (amount, invoice) => `Déduction de ${amount} du solde de la facture ${invoice}.`,
      to_balance: (amount) =>
        `Votre crédit augmente de ${amount} et sera imputé sur vos prochaines factures.`,
      refund: (amount) => `Un remboursement de ${amount} vous sera versé.`,
      outside: (amount) => `Un remboursement de ${amount} vous a été versé.`,
      void: 'Cet avoir est annulé.',
      test: 'Avoir de test – sans valeur.',
    },
    statement: {
      heading: 'Relevé de compte',
      customer: 'Numéro de client',
      columns: { date: 'Date', amount: 'Montant', balance: 'Solde' },
      opening: 'Solde d’ouverture',
      charges: 'Débits',
      payments: 'Paiements et crédits',
      closing: 'Solde de clôture',
      nothing_due: 'Aucun paiement n’est dû.',
      kinds: {
        invoice_finalized: (invoice) => `Facture ${invoice}`,
        invoice_voided: (invoice) => `Annulation de la facture ${invoice}`,
        credit_granted: () => 'Crédit accordé',
        credit_expired: () => 'Crédit retiré',
        credit_applied: (invoice) => `Crédit appliqué à la facture ${invoice}`,
        credit_restored: (invoice) => `Crédit restitué par la facture ${invoice}`,
        payment_settled: (invoice) => (invoice ? `Paiement de la facture ${invoice}` : 'Paiement'),
        payment_reversed: (invoice) =>
          invoice ? `Paiement de la facture ${invoice} rejeté` : 'Paiement rejeté',
        payment_allocated: () => 'Paiement ajouté au crédit',
        payment_deallocated: () => 'Paiement repris du crédit',
        credit_note_issued: (invoice, note) => `Avoir ${note} sur la facture ${invoice}`,
        credit_note_voided: (_, note) => `Annulation de l’avoir ${note}`,
        refund_succeeded: () => 'Remboursement versé',
        refund_failed: () => 'Remboursement échoué',
        refund_moved: () => 'Remboursement ajouté au crédit',
        dispute_withdrawn: () => 'Paiement contesté',
        dispute_returned: () => 'Paiement contesté restitué',
      },
      credit_change: (amount) => `Crédit ${amount}`,
      refund_change: (amount) => `À rembourser ${amount}`,
      credit_left: (amount) => `Votre crédit est de ${amount}.`,
      refunds_left: (amount) => `Montant qui reste à vous rembourser\u00a0: ${amount}.`,
      test: 'Relevé de test – ne pas payer.',
    },
    paid: 'Déjà payé',
    amount_due: 'Montant à payer',
    amount_remaining: 'Solde à payer',
    all_amounts_in: (code) => `Tous les montants sont en ${code}.`,
    marks: { draft: 'Brouillon', void: 'Annulée', paid: 'Payée' },
    test: 'Facture de test – ne pas payer.',
    sample: { number: 'EXEMPLE', customer: 'Client exemple', item: 'Article exemple' },
    terms: {
      pay_by: (amount, date) => `Merci de payer ${amount} au plus tard le ${date}.`,
      overdue: (amount, date) =>
        `Cette facture était à payer au plus tard le ${date}. Merci de payer ${amount} dès maintenant.`,
      draft: 'Ceci est un brouillon. Aucun paiement n’est dû pour l’instant.',
      paid: 'Cette facture est payée. Merci.',
      void: 'Cette facture est annulée. Aucun paiement n’est dû.',
    },
    states: {
      posted: (dueDate) => `À payer au plus tard le ${dueDate}`,
      overdue: (dueDate) => `En retard, échéance le ${dueDate}`,
      paid: 'Payée. Merci.',
      void: 'Annulée. Aucun paiement n’est dû.',
      draft: 'Brouillon',
    },
    how_to_pay: 'Comment payer',
    methods: { bank_transfer: 'Virement bancaire', cheque: 'Chèque', other: 'Autre' },
    notes: 'Remarques',
    page: (current, count) => `Page ${current} sur ${count}`,
  },
  mail: {
    subjects: {
      invoice: (number, seller) => `Facture ${number} de ${seller}`,
      reminder: (number, seller, dueDate) =>
        `Rappel\u00a0: facture ${number} de ${seller}, échéance le ${dueDate}`,
      overdue: (number, seller, dueDate) =>
        `En retard\u00a0: facture ${number} de ${seller}, échue le ${dueDate}`,
      receipt: (number, seller) => `Paiement reçu\u00a0: facture ${number} de ${seller}`,
      credit_note: (number, seller) => `Avoir ${number} de ${seller}`,
      payment_failed: (number, seller) => `Échec du paiement\u00a0: facture ${number} de ${seller}`,
      payment_failed_again: (number, seller) =>
        `Nouvel échec du paiement\u00a0: facture ${number} de ${seller}`,
      card_expiring: (seller) => `Votre carte expire bientôt\u00a0: ${seller}`,
      collection_ended: (number, seller) => `Dernier avis\u00a0: facture ${number} de ${seller}`,
      confirm_payment: (number, seller) =>
        `Confirmez votre paiement\u00a0: facture ${number} de ${seller}`,
      price_change: (product, date) => `Nouveau prix de ${product} à partir du ${date}`,
    },
    greeting: (name) => `Bonjour ${name},`,
    greeting_unnamed: 'Bonjour,',
    invoice: (number) => `Voici votre facture ${number}.`,
    reasons: {
      change: (items) => `Elle porte sur une modification de votre abonnement\u00a0: ${items}.`,
      cancel: (items) =>
        `Elle porte sur ce qui restait à facturer à la fin de votre abonnement\u00a0: ${items}.`,
    },
    credit_note: (number, invoice) =>
      `Voici votre avoir ${number}, qui corrige la facture ${invoice}.`,
    nothing_due: 'Aucun paiement n’est dû.',
    charged: (method) =>
      `Le montant sera débité automatiquement\u00a0: ${method}. Vous n’avez rien à faire.`,
    account: 'compte',
    saved_method: 'votre moyen de paiement enregistré',
    charge_failed: (amount, number) =>
      `Nous n’avons pas pu débiter ${amount} pour la facture ${number} avec votre moyen de paiement enregistré. Veuillez la payer en ligne, au besoin avec une autre carte ou un autre compte.`,
    charge_failed_again: (amount, number) =>
      `Nous avons de nouveau essayé de débiter ${amount} pour la facture ${number}, mais le paiement a échoué. Veuillez la payer en ligne, ou y enregistrer une autre carte ou un autre compte.`,
    card_expires: (card, month) =>
      `La carte qui paie automatiquement vos factures, ${card}, expire bientôt${month && `\u00a0: elle est valable jusqu’au ${month}`}.`,
    card_replaced:
      'Veuillez payer votre prochaine facture en ligne avec une autre carte et l’y enregistrer, ou répondre à ce courriel.',
    tries_again: (date) => `Nous ferons une nouvelle tentative le ${date}.`,
    not_collected: (amount, number) =>
      `Nous n’avons pas pu débiter ${amount} pour la facture ${number} et ne ferons plus de tentative. Ce montant reste dû. Veuillez le payer en ligne.`,
    collection_ends: {
      past_due: 'S’il vous faut plus de temps, veuillez répondre à ce courriel.',
      cancel: 'Votre abonnement a été résilié.',
      pause: 'Votre abonnement est suspendu. Il reprendra dès que la facture sera payée.',
      write_off: 'S’il vous faut plus de temps, veuillez répondre à ce courriel.',
    },
    confirm_payment: (amount, number) =>
      `Votre banque vous demande de confirmer le paiement de ${amount} pour la facture ${number}. Ouvrez la facture pour le confirmer.`,
    pay: 'Payer la facture',
    due_soon: (number, amount, dueDate, days) =>
      `La facture ${number} arrive à échéance ${days === 1 ? 'demain' : `dans ${days} jours`}. Merci de payer ${amount} au plus tard le ${dueDate}.`,
    due_today: (number, amount) =>
      `La facture ${number} arrive à échéance aujourd’hui. Merci de payer ${amount}.`,
    overdue: (number, amount, dueDate, days) =>
      `La facture ${number} était à payer au plus tard le ${dueDate} (${days === 1 ? '1 jour' : `${days} jours`} de retard). Merci de payer ${amount}.`,
    crossed: 'Si vous avez déjà payé, ignorez ce courriel.',
    received: (amount, number) =>
      `Nous avons reçu votre paiement de ${amount} pour la facture ${number}. Merci.`,
    paid_in_full: (number) => `La facture ${number} est entièrement payée.`,
    remains: (amount) => `Solde à payer\u00a0: ${amount}.`,
    amount_received: 'Montant reçu',
    received_on: 'Date du paiement',
    paid_by: 'Moyen de paiement',
    methods: {
      card: 'Carte',
      bank_transfer: 'Virement bancaire',
      cheque: 'Chèque',
      cash: 'Espèces',
      other: 'Autre',
      gateway: 'Paiement en ligne',
    },
    about: {
      invoice: { view: 'Voir la facture', attached: 'La facture est jointe au format PDF.' },
      credit_note: { view: 'Voir l’avoir', attached: 'L’avoir est joint au format PDF.' },
    },
    price_change: (product, { before, after, date }) =>
      `À partir du ${date}, votre abonnement à ${product} coûte ${after} au lieu de ${before}.`,
    price_change_terms: 'Ces montants s’entendent avant rabais et taxes. Vous n’avez rien à faire.',
    current_price: 'Prix actuel',
    new_price: 'Nouveau prix',
    product: 'Produit',
    starts_on: 'Premier jour',
    per: {
      day: (count) => (count === 1 ? 'par jour' : `tous les ${count} jours`),
      week: (count) => (count === 1 ? 'par semaine' : `toutes les ${count} semaines`),
      month: (count) => (count === 1 ? 'par mois' : `tous les ${count} mois`),
      year: (count) => (count === 1 ? 'par an' : `tous les ${count} ans`),
    },
    reply: 'Une question\u00a0? Répondez à ce courriel.',
  },
  links: {
    subjects: {
      invitation: (account) => `Rejoignez ${account}`,
      password_reset: (account) => `Réinitialisez votre mot de passe pour ${account}`,
    },
    invited: (account) => `Vous êtes invité à rejoindre ${account}.`,
    requested: (account) =>
      `Nous avons reçu une demande de réinitialisation de votre mot de passe pour ${account}.`,
    helped: (account) =>
      `Un administrateur de ${account} vous envoie un lien pour choisir un nouveau mot de passe.`,
    join: 'Accepter l’invitation',
    set_password: 'Choisir un nouveau mot de passe',
    lasts: (count, unit) =>
      `Le lien sert une fois et expire dans ${count} ${{ hours: 'heure', days: 'jour' }[unit]}${count > 1 ? 's' : ''}. Ne le transmettez à personne.`,
    unexpected: {
      invitation: 'Si vous n’attendiez pas cette invitation, ignorez ce courriel.',
      password_reset:
        'Si la demande ne vient pas de vous, ignorez ce courriel. Votre mot de passe reste le même.',
    },
  },
  hosted: {
    download: 'Télécharger le PDF',
    saved: {
      title: 'Terminé',
      text: 'Si vous avez enregistré une carte ou un compte, vos prochaines factures y seront prélevées. Vous pouvez fermer cette page.',
    },
    missing: {
      title: 'Page introuvable',
      text: 'Le lien est incomplet ou n’est plus valide. Ouvrez le lien du dernier courriel, ou demandez-en un nouveau à l’entreprise qui a envoyé la facture.',
    },
    busy: {
      title: 'Trop de tentatives',
      text: 'Trop de liens non valides ont été ouverts depuis votre réseau. Réessayez dans une minute.',
    },
    down: {
      title: 'Une erreur est survenue',
      text: 'La facture ne peut pas être affichée pour le moment. Réessayez dans une minute.',
    },
    payment: {
      test: 'Facture de test – payez-la avec une carte de test ; aucun argent ne circule.',
      pay: (amount) => `Payer ${amount}`,
      processing: (amount) =>
        `Votre paiement de ${amount} est en cours de traitement. Vous n’avez rien à faire.`,
      waiting:
        'Nous attendons la confirmation de votre paiement. Rechargez cette page dans une minute.',
      failed: (reason) => `Votre paiement n’a pas abouti. ${reason}`,
      reasons: {
        insufficient_funds: 'Le compte n’est pas assez approvisionné. Essayez une autre carte.',
        lost_card: 'Contactez votre banque ou essayez une autre carte.',
        stolen_card: 'Contactez votre banque ou essayez une autre carte.',
        expired_card: 'La carte a expiré. Essayez une autre carte.',
        authentication_failed:
          'Le paiement n’a pas été confirmé auprès de votre banque. Réessayez.',
        processing_error: 'La banque n’a pas pu le traiter. Réessayez.',
        debit_failed: 'La banque a rejeté le prélèvement. Payez d’une autre manière.',
        other: 'La banque l’a refusé. Contactez votre banque ou essayez une autre carte.',
      },
    },
  },
}
