// The messages about charging an invoice to a saved payment method.
import { defineMessages } from '../../text/locale.tsx'

export const chargeMessages = defineMessages({
  en: {
    title: (number: string, amount: string) => `Charge ${amount} for ${number}`,
    method: 'Payment method',
    effect:
      'The gateway responds within seconds. If it declines, the invoice stays open, and you can try another method.',
    done: 'Charge started',
  },
  fr: {
    title: (number, amount) => `Débiter ${amount} pour ${number}`,
    method: 'Moyen de paiement',
    effect:
      'Le prestataire répond en quelques secondes. S’il refuse, la facture reste à payer, et vous pouvez essayer un autre moyen.',
    done: 'Débit lancé',
  },
})
