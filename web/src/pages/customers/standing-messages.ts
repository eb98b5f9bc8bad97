// The messages about the standing of a customer.
import { defineMessages } from '../../text/locale.tsx'

export const standingMessages = defineMessages({
  en: {
    good: 'In good standing',
    names: { grace: 'Grace period', past_due: 'Past due', blocked: 'Blocked' },
    reasons: {
      payment_failed: (day: string) => `an automatic payment failed on ${day} and is tried again.`,
      invoice_overdue: (day: string) => `an invoice has been overdue since ${day}.`,
      retries_ended: (day: string) => `the last automatic payment failed on ${day}.`,
      written_off: (day: string) => `an unpaid invoice was written off on ${day}.`,
    },
    sentence: (name: string, why: string) => `${name}: ${why}`,
    toInvoice: 'View invoice',
  },
  fr: {
    good: 'En règle',
    names: { grace: 'Délai de grâce', past_due: 'En retard de paiement', blocked: 'Bloqué' },
    reasons: {
      payment_failed: (day) => `un paiement automatique a échoué le ${day} et sera retenté.`,
      invoice_overdue: (day) => `une facture est échue depuis le ${day}.`,
      retries_ended: (day) => `le dernier paiement automatique a échoué le ${day}.`,
      written_off: (day) => `une facture impayée a été radiée le ${day}.`,
    },
    sentence: (name, why) => `${name}\u00a0: ${why}`,
    toInvoice: 'Voir la facture',
  },
})
