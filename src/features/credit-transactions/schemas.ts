// The schema of credit transactions.

import { creditTransactions } from './record.ts'

export const CreditTransaction = creditTransactions.item
