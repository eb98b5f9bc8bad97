// The events of credit notes, and those of emails with an invoice or a note.

import { created, from, type Transition, updated } from './transition.ts'

export const SENT: Transition = {
  ...updated('email_status', 'sent_at'),
  at: ['sent_at', 'updated_at'],
  leads: (_, after) => after.email_status === 'sent',
}

export const SEND_FAILED: Transition = {
  ...updated('email_status'),
  leads: (_, after) => after.email_status === 'failed',
}

export const NOTE: Record<string, Transition> = {
  'credit_note.issued': created('created_at', 'updated_at'),
  'credit_note.voided': {
    ...updated('status', 'voided_at'),
    at: ['voided_at', 'updated_at'],
    leads: from('issued void'),
  },
  'credit_note.updated': { ...updated('email_status'), leads: from('issued issued', 'void void') },
  'credit_note.sent': SENT,
  'credit_note.send_failed': SEND_FAILED,
}
