// French. Before a colon stands a no-break space, in Canada as in France.
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
  // Of fr, not fr-CA: that writes a bare "$", which readers elsewhere could take for another dollar.
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
    issued: 'Date d’émission',
    due: 'Échéance',
    reference: 'Bon de commande',
    not_issued: 'Pas encore émise',
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
    total: 'Total',
    credit_applied: 'Crédit appliqué',
    paid: 'Déjà payé',
    amount_due: 'Montant à payer',
    amount_remaining: 'Reste à payer',
    all_amounts_in: (code) => `Tous les montants sont en ${code}.`,
    marks: { draft: 'Brouillon', void: 'Annulée', paid: 'Payée' },
    test: 'Facture d’essai\u00a0: personne ne doit rien.',
    terms: {
      pay_by: (amount, date) => `Merci de payer ${amount} au plus tard le ${date}.`,
      draft:
        'Ceci est un brouillon. Il deviendra une facture une fois finalisé\u00a0; rien n’est dû d’ici là.',
      paid: 'Cette facture est réglée. Merci.',
      void: 'Cette facture a été annulée. Il n’y a rien à payer.',
    },
    states: {
      posted: (dueDate) => `À payer au plus tard le ${dueDate}`,
      overdue: (dueDate) => `En retard\u00a0: l’échéance était le ${dueDate}`,
      paid: 'Payée, merci',
      void: 'Annulée\u00a0: il n’y a rien à payer',
      draft: 'Brouillon',
    },
    how_to_pay: 'Comment payer',
    methods: { bank_transfer: 'Virement bancaire', cheque: 'Chèque', other: 'Autres moyens' },
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
    },
    greeting: (name) => `Bonjour ${name},`,
    greeting_unnamed: 'Bonjour,',
    invoice: (number) => `Voici votre facture ${number}.`,
    nothing_due: 'Il n’y a rien à payer.',
    due_soon: (number, amount, dueDate, days) =>
      `La facture ${number} arrive à échéance dans ${days === 1 ? 'un jour' : `${days} jours`}\u00a0: merci de payer ${amount} au plus tard le ${dueDate}.`,
    due_today: (number, amount) =>
      `La facture ${number} arrive à échéance aujourd’hui\u00a0: merci de payer ${amount}.`,
    overdue: (number, amount, dueDate, days) =>
      `La facture ${number} était à payer au plus tard le ${dueDate}, il y a ${days === 1 ? 'un jour' : `${days} jours`}. Il reste ${amount} à payer.`,
    crossed: 'Si votre paiement est déjà en route, veuillez ne pas tenir compte de ce message.',
    received: (amount, number) =>
      `Nous avons reçu votre paiement de ${amount} pour la facture ${number}. Merci.`,
    paid_in_full: (number) => `La facture ${number} est entièrement réglée.`,
    remains: (amount) => `Il reste ${amount} à payer.`,
    amount_received: 'Montant reçu',
    received_on: 'Reçu le',
    paid_by: 'Moyen de paiement',
    methods: {
      card: 'Carte',
      bank_transfer: 'Virement bancaire',
      cheque: 'Chèque',
      cash: 'Espèces',
      other: 'Autre',
    },
    view: 'Voir la facture',
    attached: 'La facture est jointe au format PDF.',
    reply: 'Une question\u00a0? Il suffit de répondre à ce message.',
  },
  links: {
    subjects: {
      invitation: (account) => `Invitation à rejoindre ${account}`,
      password_reset: (account) => `Un nouveau mot de passe pour ${account}`,
    },
    invited: (account) => `Vous êtes invité à travailler avec ${account}.`,
    asked: (account) =>
      `Un nouveau mot de passe a été demandé pour cette adresse de courriel chez ${account}.`,
    helped: (account) =>
      `Un administrateur de ${account} a créé un lien pour que vous choisissiez un nouveau mot de passe.`,
    join: 'Accepter l’invitation',
    set_password: 'Choisir un nouveau mot de passe',
    lasts: (count, unit) =>
      `Le lien sert une fois, pendant ${count} ${{ hours: 'heure', days: 'jour' }[unit]}${count > 1 ? 's' : ''}. Ne le transmettez à personne.`,
    unexpected: {
      invitation:
        'Si vous ne vous y attendiez pas, n’en tenez pas compte\u00a0: rien ne se passe sans vous.',
      password_reset:
        'Si la demande ne vient pas de vous, n’en tenez pas compte\u00a0: votre mot de passe reste le même.',
    },
  },
  hosted: {
    download: 'Télécharger le PDF',
    missing: {
      title: 'Cette page n’existe pas',
      text: 'L’adresse est peut-être incomplète, ou elle a été remplacée par une plus récente. Ouvrez le lien du dernier message, ou demandez à qui vous a envoyé la facture.',
    },
    busy: {
      title: 'Trop de tentatives',
      text: 'De nombreuses adresses inexistantes ont été demandées depuis votre réseau. Veuillez réessayer dans une minute.',
    },
    down: {
      title: 'Un instant',
      text: 'La facture ne peut pas être affichée pour le moment. Veuillez réessayer dans une minute.',
    },
  },
}
