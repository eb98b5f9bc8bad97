// STUB until the plan is merged.
import type { TaxReason } from './tax.ts'
export function reasonSentence(_: 'en' | 'fr', { code, place }: TaxReason): string {
  return `${code} ${place}`
}
