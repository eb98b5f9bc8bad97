// The payment methods, in words.
import type { PaymentMethod } from '../../../src/domain/payment.ts'
import { defineMessages } from './locale.tsx'

const en: Record<PaymentMethod, string> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  cheque: 'Check',
  cash: 'Cash',
  other: 'Other',
  gateway: 'Online payment',
}

export const methodMessages = defineMessages<Record<PaymentMethod, string>>({
  en,
  fr: {
    card: 'Carte',
    bank_transfer: 'Virement',
    cheque: 'Chèque',
    cash: 'Espèces',
    other: 'Autre',
    gateway: 'Paiement en ligne',
  },
})
