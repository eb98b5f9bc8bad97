// The messages of the home page.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Home',
    currency: 'Currency',
    interval: 'Period',
    mismatched: 'Server settings do not fit together. Ask the operator.',
    months: '12 months',
    days: '30 days',
    attention: 'Needs attention',
    renewals: 'Billed within seven days',
    allRenewals: (count: string) => `Show all ${count}`,
    concerns: {
      invoices_overdue: (count: string, one: boolean) =>
        one ? '1 invoice is overdue' : `${count} invoices are overdue`,
      drafts_past_due: (count: string, one: boolean) =>
        one
          ? '1 draft is past its due date and was never finalized'
          : `${count} drafts are past their due date and were never finalized`,
      collections_failed: (count: string, one: boolean) =>
        one ? '1 automatic payment failed' : `${count} automatic payments failed`,
      payments_unanswered: (count: string, one: boolean) =>
        one
          ? '1 payment has had no answer from the gateway for three days'
          : `${count} payments have had no answer from the gateway for three days`,
      emails_failed: (count: string, one: boolean) =>
        one ? '1 email was not delivered' : `${count} emails were not delivered`,
      webhook_endpoints_disabled: (count: string, one: boolean) =>
        one ? '1 webhook endpoint is disabled' : `${count} webhook endpoints are disabled`,
      webhook_deliveries_failed: (count: string, one: boolean) =>
        one ? '1 webhook delivery failed' : `${count} webhook deliveries failed`,
    },
    refundsToPay: (count: string, one: boolean) =>
      one ? '1 refund to pay' : `${count} refunds to pay`,
    differences: (count: string, one: boolean) =>
      one ? '1 payment differs from its gateway' : `${count} payments differ from their gateways`,
    mend: {
      invoices_overdue: 'Send reminder',
      drafts_past_due: 'Finalize',
      collections_failed: 'Charge card',
      emails_failed: 'Send again',
      webhook_endpoints_disabled: 'Enable',
      webhook_deliveries_failed: 'Retry',
    },
    mended: {
      invoices_overdue: 'Reminder queued',
      drafts_past_due: 'Invoice finalized',
      collections_failed: 'Charge started',
      emails_failed: 'Email queued',
      webhook_endpoints_disabled: 'Endpoint enabled',
      webhook_deliveries_failed: 'Retrying delivery',
    },
    recordPayment: 'Record payment',
    draft: 'Draft',
    showAll: 'Show all',
    open: 'Outstanding',
    overdue: 'Overdue',
    count: (
      count: string,
      one: boolean,
      what: 'payments' | 'invoices' | 'credit_notes' | 'refunds',
    ) => {
      const nouns = what.replace('_', ' ')
      return one ? `1 ${nouns.slice(0, -1)}` : `${count} ${nouns}`
    },
    warned: 'Finalized with warnings',
    warnedText: 'Invoices of this period that were finalized although something was missing.',
    ages: 'Receivables aging',
    agesText: 'Unpaid invoices by days overdue.',
    buckets: {
      current: 'Not yet due',
      days_1_30: '1–30 days overdue',
      days_31_60: '31–60 days',
      days_61_90: '61–90 days',
      days_over_90: 'Over 90 days',
    },
    cash: 'Payments received',
    states: 'Invoices by status',
    statesText: 'By creation date, with their status today.',
    period: 'Period',
    amount: 'Amount',
    payments: 'Payments',
    showFigures: 'Show figures',
    nothingYet: 'Nothing yet.',
    firstRunLive:
      'You’re in live mode: invoices you finalize here are real. Try everything in test mode first.',
    done: 'Done',
    billed: 'Billed',
    credited: 'Credited',
    received: 'Received',
    refunded: 'Refunded',
    thisMonth: 'This month',
    lastDays: 'Last 30 days',
    compared: {
      sameDays: (now: string, before: string) =>
        `${now}, compared with the same number of days in the previous period (${before})`,
      otherDays: (now: string, before: string) => `${now}, compared with ${before}`,
    },
    changed: (amount: string, percent: string) => `${amount} (${percent})`,
    previous: (amount: string) => `${amount} in the previous period`,
    before: (figure: string) => `${figure}, previous period`,
    balanceDue: (amount: string) => `Balance due ${amount}`,
    daysOverdue: (days: string, one: boolean) => (one ? '1 day overdue' : `${days} days overdue`),
    setup: 'Get started',
    setupDone: (done: string, all: string) => `${done} of ${all} done`,
    hideSetup: 'Hide checklist',
    setupBusinessLive:
      'They appear on every invoice. Add them before you finalize your first live invoice.',
    setupDraft: 'Open the draft',
    skipTax: 'I don’t collect tax',
    setupSteps: {
      business: {
        title: 'Add your business name and address',
        text: 'They appear on every invoice.',
        button: 'Add details',
      },
      logo: {
        title: 'Upload your logo',
        text: 'It appears on your invoices.',
        button: 'Upload logo',
      },
      email: {
        title: 'Set up email',
        text: 'Add an email address customers can reply to. To send emails, the server needs SMTP_URL and MAIL_FROM.',
        button: 'Email settings',
      },
      tax: {
        title: 'Where are you registered for tax?',
        text: 'Add your registrations and turn on automatic tax: invoices then have the tax of where your customers are.',
        button: 'Add registration',
      },
      product: {
        title: 'Add your first product',
        text: 'What you sell, so you can add it to invoices.',
        button: 'New product',
      },
      customer: {
        title: 'Add your first customer',
        text: 'The person or company you invoice. A name is enough to start.',
        button: 'New customer',
      },
      invoice: {
        title: 'Finalize your first invoice',
        text: 'Add lines to a draft, then finalize it. The invoice gets its number and can no longer be edited.',
        button: 'New invoice',
      },
      teammate: {
        title: 'Invite a teammate',
        text: 'Each person signs in with their own password and role.',
        button: 'Invite',
      },
      webhook: {
        title: 'Add a webhook endpoint',
        text: 'Get notified when something happens, such as a payment.',
        button: 'New endpoint',
      },
      live: {
        title: 'Go live',
        text: 'Create an API key for live mode to bill real customers.',
        button: 'Create live key',
      },
    },
  },
  fr: {
    title: 'Accueil',
    currency: 'Devise',
    mismatched: 'Des réglages du serveur ne vont pas ensemble. Adressez-vous à l’exploitant.',
    interval: 'Période',
    months: '12 mois',
    days: '30 jours',
    attention: 'À traiter',
    renewals: 'Facturés d’ici sept jours',
    allRenewals: (count) => `Tout afficher (${count})`,
    concerns: {
      invoices_overdue: (count, one) =>
        one ? '1 facture est en retard' : `${count} factures sont en retard`,
      drafts_past_due: (count, one) =>
        one
          ? '1 brouillon a dépassé son échéance sans être émis'
          : `${count} brouillons ont dépassé leur échéance sans être émis`,
      collections_failed: (count, one) =>
        one ? '1 paiement automatique a échoué' : `${count} paiements automatiques ont échoué`,
      payments_unanswered: (count, one) =>
        one
          ? '1 paiement reste sans réponse du prestataire depuis trois jours'
          : `${count} paiements restent sans réponse du prestataire depuis trois jours`,
      emails_failed: (count, one) =>
        one ? '1 courriel n’a pas été remis' : `${count} courriels n’ont pas été remis`,
      webhook_endpoints_disabled: (count, one) =>
        one ? '1 point de réception est désactivé' : `${count} points de réception sont désactivés`,
      webhook_deliveries_failed: (count, one) =>
        one ? '1 livraison a échoué' : `${count} livraisons ont échoué`,
    },
    refundsToPay: (count, one) =>
      one ? '1 remboursement à payer' : `${count} remboursements à payer`,
    differences: (count, one) =>
      one
        ? '1 paiement diffère chez son prestataire'
        : `${count} paiements diffèrent chez leurs prestataires`,
    mend: {
      invoices_overdue: 'Envoyer un rappel',
      drafts_past_due: 'L’émettre',
      collections_failed: 'Débiter la carte',
      emails_failed: 'Renvoyer',
      webhook_endpoints_disabled: 'Réactiver',
      webhook_deliveries_failed: 'Livrer à nouveau',
    },
    mended: {
      invoices_overdue: 'Rappel créé',
      drafts_past_due: 'Facture émise',
      collections_failed: 'Débit lancé',
      emails_failed: 'Courriel créé',
      webhook_endpoints_disabled: 'Point de réception réactivé',
      webhook_deliveries_failed: 'La livraison recommence',
    },
    recordPayment: 'Inscrire un paiement',
    draft: 'Brouillon',
    showAll: 'Tout voir',
    open: 'Total à payer',
    overdue: 'En retard',
    count: (count, one, what) => {
      const nouns = { payments: 'paiement', invoices: 'facture', credit_notes: 'avoir' } as const
      const noun = what === 'refunds' ? 'remboursement' : nouns[what]
      return one ? `1 ${noun}` : `${count} ${noun}s`
    },
    warned: 'Émises avec des avertissements',
    warnedText: 'Les factures de la période émises alors qu’il manquait quelque chose.',
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
    firstRunLive:
      'Vous êtes en mode réel : ce que vous émettez ici compte. Le mode test permet d’abord de tout essayer.',
    done: 'Fait',
    billed: 'Facturé',
    credited: 'Crédité par avoirs',
    received: 'Encaissé',
    refunded: 'Remboursé',
    thisMonth: 'Ce mois-ci',
    lastDays: '30 derniers jours',
    compared: {
      sameDays: (now, before) =>
        `${now}, par rapport au même nombre de jours de la période précédente (${before})`,
      otherDays: (now, before) => `${now}, par rapport à la période précédente (${before})`,
    },
    changed: (amount, percent) => `${amount} (${percent})`,
    previous: (amount) => `${amount} à la période précédente`,
    before: (figure) => `${figure}, période précédente`,
    balanceDue: (amount) => `Reste à payer ${amount}`,
    daysOverdue: (days, one) => (one ? '1 jour de retard' : `${days} jours de retard`),
    setup: 'Premiers pas',
    setupDone: (done, all) => `${done} sur ${all} terminés`,
    hideSetup: 'Masquer la liste',
    setupBusinessLive:
      'Ils figurent sur chaque facture. Ajoutez-les avant d’émettre votre première facture réelle.',
    setupDraft: 'Ouvrir le brouillon',
    skipTax: 'Je ne perçois pas de taxe',
    setupSteps: {
      business: {
        title: 'Ajouter le nom et l’adresse de votre entreprise',
        text: 'Ils figurent sur chaque facture.',
        button: 'Compléter',
      },
      logo: {
        title: 'Ajouter votre logo',
        text: 'Il figure sur vos factures.',
        button: 'Choisir un logo',
      },
      email: {
        title: 'Configurer les courriels',
        text: 'Ajoutez une adresse de réponse pour vos clients. Pour envoyer des courriels, le serveur a besoin de SMTP_URL et de MAIL_FROM.',
        button: 'Paramètres des courriels',
      },
      tax: {
        title: 'Où êtes-vous inscrit aux taxes ?',
        text: 'Ajoutez vos inscriptions et activez les taxes automatiques : les factures ont alors les taxes du lieu de vos clients.',
        button: 'Ajouter une inscription',
      },
      product: {
        title: 'Ajouter un premier produit',
        text: 'Ce que vous vendez, pour l’ajouter à vos factures.',
        button: 'Nouveau produit',
      },
      customer: {
        title: 'Ajouter un premier client',
        text: 'La personne ou l’entreprise que vous facturez. Un nom suffit pour commencer.',
        button: 'Nouveau client',
      },
      invoice: {
        title: 'Émettre une première facture',
        text: 'Ajoutez des lignes à un brouillon, puis émettez-le : la facture prend son numéro et ne se modifie plus.',
        button: 'Nouvelle facture',
      },
      teammate: {
        title: 'Inviter un collègue',
        text: 'Chaque personne se connecte avec son mot de passe et son rôle.',
        button: 'Inviter',
      },
      webhook: {
        title: 'Ajouter un point de réception',
        text: 'Soyez informé de ce qui se passe, d’un paiement par exemple.',
        button: 'Nouveau point de réception',
      },
      live: {
        title: 'Passer en mode réel',
        text: 'Créez une clé API pour le mode réel, afin de facturer de vrais clients.',
        button: 'Créer une clé réelle',
      },
    },
  },
})
