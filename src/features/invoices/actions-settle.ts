// The figures of an invoice as they are now: with the taxes of where its customer is, and the discounts it has.

import { dateIn } from '../../domain/calendar.ts'
import { billingError } from '../../domain/errors.ts'
import type { LineInput } from '../../domain/invoice-lines.ts'
import type { Discount } from '../../domain/parts.ts'
import { type Settled, settle } from '../../domain/settle.ts'
import { readProfile } from '../../domain/snapshot.ts'
import { assertParticulars, particularsMissing } from '../../domain/tax/particulars.ts'
import { taxPlan } from '../../domain/tax/plan.ts'
import { readTaxSettings } from '../../domain/tax/settings.ts'
import type { LineTaxing, TaxSettings } from '../../domain/tax/tax.ts'
import type { Work } from '../accounts/store.ts'
import type { Customer } from '../customers/store.ts'

/** What an invoice is settled from. */
export interface Billed {
  customer: Customer
  currency: string
  lines: readonly LineInput[]
  /** Those of the invoice alone. */
  discounts: readonly Discount[]
}

/** Everything that the figures of an invoice follow from. */
export interface Settling {
  discounts: Discount[]
  taxing: LineTaxing[]
}

/**
 * Discounts and taxes of an invoice as of now. A draft takes what there is; what is issued has to have all it needs,
 * or tells as warnings what it lacks, as the account wants.
 */
export function settlingOf(
  work: Work,
  { customer, lines, discounts }: Billed,
  stage: 'draft' | 'issue',
): Settling {
  return { discounts: [...discounts], taxing: taxingOf(work, customer, lines, stage) }
}

/** The figures of a draft, as they are now. */
export function settleDraft(work: Work, billed: Billed): Settled {
  const { currency, lines } = billed
  return settle({ currency, lines, ...settlingOf(work, billed, 'draft') })
}

function taxingOf(
  work: Work,
  customer: Customer,
  lines: readonly LineInput[],
  stage: 'draft' | 'issue',
): LineTaxing[] {
  const settings = readTaxSettings(work.environment.tax)
  if (!settings.automatic && lines.every(({ taxing }) => !taxing?.rates)) return []
  const { country = '', state_province = '' } = readProfile(work.environment.profile)
  const date = dateIn(work.now, work.environment.time_zone)
  const warned = new Set<string>()
  return lines.map(({ taxing }) => {
    const { warning, ...planned } = taxPlan({
      settings,
      seller: { country, state_province },
      customer,
      line: taxing ?? {},
      date,
      draft: stage === 'draft',
    })
    if (warning && stage === 'issue' && !warned.has(warning)) {
      warned.add(warning)
      judge(work, settings, warning)
    }
    return planned
  })
}

const LACKS = {
  tax_address_missing: {
    refused: 'address',
    param: 'customer_id',
    message:
      'The customer has no address by which its taxes are known: a country, with the province in Canada and the state in the United States. Add it to the customer.',
  },
  tax_rate_unknown: {
    refused: 'unknown_rate',
    param: null,
    message:
      'You are registered where the customer is, but there is no tax rate for it on this day. Create one with POST /v1/tax_rates.',
  },
} as const

/** What is lacking is told, or refused where the account wants that. */
function judge(work: Work, settings: TaxSettings, code: keyof typeof LACKS): void {
  const { refused, param, message } = LACKS[code]
  if (settings[refused] === 'refuse') throw billingError(code, message, { param })
  work.warnings.push({ code, param, message })
}

/** Whether the document of what is issued shows what the law asks for. */
export function judgeParticulars(
  work: Work,
  customer: Customer,
  { total, taxes }: Pick<Settled, 'total' | 'taxes'>,
  currency: string,
): void {
  if (!taxes) return
  const seller = readProfile(work.environment.profile)
  const missing = particularsMissing({ currency, total, taxes, seller, customer })
  const { particulars } = readTaxSettings(work.environment.tax)
  if (particulars === 'refuse') assertParticulars(missing)
  work.warnings.push(...missing)
}
