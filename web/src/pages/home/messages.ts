// The messages of the home page.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Home',
    asOf: (date: string) => `As of ${date}`,
    currency: 'Currency',
    interval: 'Period',
    months: '12 months',
    days: '30 days',
    attention: 'Needs attention',
    access: 'Access to review',
    accessText:
      'Test keys could once invite members. The following goes back to what one of them did. Check that it is meant to be there.',
    accessMore: (count: string) => `And ${count} more.`,
    accessHow:
      'Whoever runs the service lists all of it with this command, and revokes it with --yes:',
    descends: {
      invited: (name: string) => `${name} was invited`,
      role: (name: string) => `${name} was given another role`,
      password: (name: string) => `${name} has a password set with a link`,
      created: (name: string) => `${name} was created`,
      changed: (name: string) => `${name} was changed`,
      settings: () => 'Settings were changed: check the bank details',
    },
    concerns: {
      invoices_overdue: (count: string, one: boolean) =>
        one ? '1 invoice is overdue' : `${count} invoices are overdue`,
      drafts_past_due: (count: string, one: boolean) =>
        one
          ? '1 draft is past its due date and was never issued'
          : `${count} drafts are past their due date and were never issued`,
      emails_failed: (count: string, one: boolean) =>
        one ? '1 mail was not delivered' : `${count} mails were not delivered`,
      webhook_endpoints_disabled: (count: string, one: boolean) =>
        one ? '1 webhook endpoint is switched off' : `${count} webhook endpoints are switched off`,
      webhook_deliveries_failed: (count: string, one: boolean) =>
        one ? '1 webhook delivery was given up' : `${count} webhook deliveries were given up`,
    },
    mend: {
      invoices_overdue: 'Send by mail',
      drafts_past_due: 'Issue it',
      emails_failed: 'Send again',
      webhook_endpoints_disabled: 'Switch on',
      webhook_deliveries_failed: 'Deliver again',
    },
    mended: {
      invoices_overdue: 'Mail written',
      drafts_past_due: 'Invoice issued',
      emails_failed: 'Mail written',
      webhook_endpoints_disabled: 'Endpoint switched on',
      webhook_deliveries_failed: 'It is delivered again',
    },
    recordPayment: 'Record payment',
    draft: 'Draft',
    showAll: 'Show all',
    cashNow: 'Cash in, this month',
    cashToday: 'Cash in, today',
    cashAll: 'Cash in, 12 months',
    cashAllDays: 'Cash in, 30 days',
    open: 'Open',
    overdue: 'Overdue',
    count: (count: string, one: boolean, what: 'payments' | 'invoices') =>
      one ? `1 ${what.slice(0, -1)}` : `${count} ${what}`,
    ages: 'Open by age',
    agesText: 'What waits for payment, by how long it is past due.',
    buckets: {
      current: 'Not yet due',
      days_1_30: '1–30 days past due',
      days_31_60: '31–60 days',
      days_61_90: '61–90 days',
      days_over_90: 'Over 90 days',
    },
    cash: 'Cash in',
    states: 'Invoices by state',
    statesText: 'By the day they were created, as they are now.',
    period: 'Period',
    amount: 'Amount',
    payments: 'Payments',
    showFigures: 'Show the figures',
    nothingYet: 'Nothing yet.',
    mayNot: (scope: string) => `Your role does not include ${scope}.`,
    firstRun: 'Your first paid invoice',
    firstRunText: (done: string) =>
      `Five steps, ${done} done. Each can be done here, or by the call beside it.`,
    firstRunLive:
      'This is live: what you issue here is real. In test mode you can try all of it first.',
    done: 'Done',
    steps: {
      customer: 'Add a customer',
      product: 'Add a product',
      invoice: 'Draft an invoice',
      finalize: 'Issue it',
      pay: 'Record its payment',
    },
    stepTexts: {
      customer: 'Whom you invoice. A name is enough to begin.',
      product: 'What you sell, so that invoices can name it.',
      invoice: 'Lines with quantities and prices. A draft can still be changed.',
      finalize: 'It takes its number, is frozen, and its mail is written.',
      pay: 'When the money has come. The customer receives a receipt.',
    },
    stepButtons: {
      customer: 'New customer',
      product: 'New product',
      invoice: 'New invoice',
      finalize: 'Open the draft',
      pay: 'Open the invoice',
    },
  },
  fr: {
    title: 'Accueil',
    asOf: (date) => `Au ${date}`,
    currency: 'Devise',
    interval: 'Période',
    months: '12 mois',
    days: '30 jours',
    attention: 'À traiter',
    access: 'Accès à vérifier',
    accessText:
      'Des clés de test pouvaient inviter des membres. Voici ce qui remonte à l’une d’elles. Vérifiez que c’est voulu.',
    accessMore: (count) => `Et ${count} de plus.`,
    accessHow:
      'La personne qui exploite le service voit tout avec cette commande, et le révoque avec --yes :',
    descends: {
      invited: (name) => `${name} : invitation`,
      role: (name) => `${name} : rôle changé`,
      password: (name) => `${name} : mot de passe choisi avec un lien`,
      created: (name) => `${name} : création`,
      changed: (name) => `${name} : modification`,
      settings: () => 'Paramètres modifiés : vérifiez les coordonnées bancaires',
    },
    concerns: {
      invoices_overdue: (count, one) =>
        one ? '1 facture est en retard' : `${count} factures sont en retard`,
      drafts_past_due: (count, one) =>
        one
          ? '1 brouillon a dépassé son échéance sans être émis'
          : `${count} brouillons ont dépassé leur échéance sans être émis`,
      emails_failed: (count, one) =>
        one ? '1 courriel n’a pas été remis' : `${count} courriels n’ont pas été remis`,
      webhook_endpoints_disabled: (count, one) =>
        one ? '1 point de réception est désactivé' : `${count} points de réception sont désactivés`,
      webhook_deliveries_failed: (count, one) =>
        one ? '1 livraison a été abandonnée' : `${count} livraisons ont été abandonnées`,
    },
    mend: {
      invoices_overdue: 'Envoyer par courriel',
      drafts_past_due: 'L’émettre',
      emails_failed: 'Renvoyer',
      webhook_endpoints_disabled: 'Réactiver',
      webhook_deliveries_failed: 'Livrer à nouveau',
    },
    mended: {
      invoices_overdue: 'Courriel écrit',
      drafts_past_due: 'Facture émise',
      emails_failed: 'Courriel écrit',
      webhook_endpoints_disabled: 'Point de réception réactivé',
      webhook_deliveries_failed: 'La livraison recommence',
    },
    recordPayment: 'Inscrire un paiement',
    draft: 'Brouillon',
    showAll: 'Tout voir',
    cashNow: 'Encaissé ce mois-ci',
    cashToday: 'Encaissé aujourd’hui',
    cashAll: 'Encaissé en 12 mois',
    cashAllDays: 'Encaissé en 30 jours',
    open: 'À payer',
    overdue: 'En retard',
    count: (count, one, what) => {
      const noun = what === 'payments' ? 'paiement' : 'facture'
      return one ? `1 ${noun}` : `${count} ${noun}s`
    },
    ages: 'À payer, selon l’âge',
    agesText: 'Ce qui attend un paiement, selon le retard.',
    buckets: {
      current: 'Pas encore échu',
      days_1_30: '1 à 30 jours de retard',
      days_31_60: '31 à 60 jours',
      days_61_90: '61 à 90 jours',
      days_over_90: 'Plus de 90 jours',
    },
    cash: 'Encaissements',
    states: 'Factures selon l’état',
    statesText: 'Selon le jour de leur création, dans leur état actuel.',
    period: 'Période',
    amount: 'Montant',
    payments: 'Paiements',
    showFigures: 'Montrer les chiffres',
    nothingYet: 'Rien pour l’instant.',
    mayNot: (scope) => `Votre rôle ne comprend pas ${scope}.`,
    firstRun: 'Votre première facture payée',
    firstRunText: (done) =>
      `Cinq étapes, dont ${done} faites. Chacune se fait ici, ou par l’appel indiqué.`,
    firstRunLive:
      'Vous êtes en mode réel : ce que vous émettez ici compte. Le mode test permet d’abord de tout essayer.',
    done: 'Fait',
    steps: {
      customer: 'Ajouter un client',
      product: 'Ajouter un produit',
      invoice: 'Préparer une facture',
      finalize: 'L’émettre',
      pay: 'Inscrire son paiement',
    },
    stepTexts: {
      customer: 'Celui que vous facturez. Un nom suffit pour commencer.',
      product: 'Ce que vous vendez, pour que les factures le nomment.',
      invoice: 'Des lignes avec quantités et prix. Un brouillon se modifie encore.',
      finalize: 'Elle prend son numéro, se fige, et son courriel est écrit.',
      pay: 'Quand l’argent est arrivé. Le client reçoit un reçu.',
    },
    stepButtons: {
      customer: 'Nouveau client',
      product: 'Nouveau produit',
      invoice: 'Nouvelle facture',
      finalize: 'Ouvrir le brouillon',
      pay: 'Ouvrir la facture',
    },
  },
})
