// The words of the invoice pages, save those of the editor.
import { defineWords } from '../../words/language.tsx'

export const words = defineWords({
  en: {
    title: 'Invoices',
    add: 'New invoice',
    empty: 'An invoice tells a customer what to pay. It begins as a draft that nobody else sees.',
    draft: 'Draft',
    number: 'Number',
    customer: 'Customer',
    customerId: 'Customer id',
    status: 'Status',
    open: 'Waits for payment',
    openOnly: 'Yes: open or overdue',
    notOpen: 'No',
    due: 'Due',
    created: 'Created',
    total: 'Total',
    remaining: 'Remaining',
  },
  fr: {
    title: 'Factures',
    add: 'Nouvelle facture',
    empty:
      'Une facture dit à un client ce qu’il doit. Elle commence en brouillon, que personne d’autre ne voit.',
    draft: 'Brouillon',
    number: 'Numéro',
    customer: 'Client',
    customerId: 'Identifiant du client',
    status: 'État',
    open: 'Attend un paiement',
    openOnly: 'Oui : à payer ou en retard',
    notOpen: 'Non',
    due: 'Échéance',
    created: 'Créée',
    total: 'Total',
    remaining: 'Solde',
  },
})
