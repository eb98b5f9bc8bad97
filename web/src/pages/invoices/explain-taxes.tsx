// Discounts and taxes of a derivation: their base, why they apply, and the share of each line.
import { parseExact } from '../../../../src/domain/decimal.ts'
import {
  type Derivation,
  type DiscountDerivation,
  stepOf,
  type TaxDerivation,
  type TaxesDerivation,
} from '../../../../src/domain/derivation.ts'
import { formatExactMoneyIn } from '../../../../src/domain/money.ts'
import type { Share } from '../../../../src/domain/parts.ts'
import { lawOf } from '../../../../src/domain/tax/laws.ts'
import { reasonSentence } from '../../../../src/domain/tax/sentences.ts'
import type { TaxCategory } from '../../../../src/domain/tax/tax.ts'
import type { Invoice } from '../../api/types.ts'
import { useFormat } from '../../text/format.ts'
import { useLanguage, useMessages } from '../../text/locale.tsx'
import { Step } from './explain-step.tsx'
import { messages as all } from './messages.ts'
import { useTaxName } from './sum-rows.ts'
import { messages } from './tax-messages.ts'

interface StepsProps {
  total: Derivation | undefined
  invoice: Invoice
  currency: string
}

/** Sentences about the base of taxes and discounts. */
export function useTaxText(currency: string) {
  const m = useMessages(messages)
  const old = useMessages(all)
  const format = useFormat()
  const { language } = useLanguage()
  const money = (amount: number | string | undefined) => format.money(amount ?? 0, currency)
  /** " = CA$13.965, rounded", if it was rounded. */
  const exactly = (exact: string | undefined): string => {
    if (exact === undefined) return ''
    const isNegative = exact.startsWith('-')
    const { digits, scale } = parseExact(isNegative ? exact.slice(1) : exact)
    const value = { digits: isNegative ? -digits : digits, scale }
    return ` = ${m.how.rounded(formatExactMoneyIn(format.locale, value, currency))}`
  }
  return {
    money,
    howTotal(total: Derivation | undefined): string {
      if (stepOf(total, 'tax_included')) return m.how.totalIncluded
      return stepOf(total, 'discount')?.result ? m.how.total : old.how.total
    },
    howDiscount({ inputs, exact }: DiscountDerivation): string {
      const { percent_off, amount_off, base, minimum_amount } = inputs
      if (minimum_amount !== undefined && Number(base) < Number(minimum_amount)) {
        return m.how.tooLittle(money(base), money(minimum_amount))
      }
      if (percent_off === undefined) return m.how.amountOff(money(amount_off), money(base))
      return m.how.discount(format.percent(String(percent_off)), money(base)) + exactly(exact)
    },
    /** "9.975% of CA$140.00 = CA$13.965, rounded. You are registered for it, … Legal basis: …" */
    howTax({ rule, inputs, exact, because }: TaxDerivation, taxes: Invoice['taxes']): string {
      const percentage = format.percent(String(inputs.percentage))
      const how =
        rule === 'tax_exclusive'
          ? m.how.exclusive(percentage, money(inputs.taxable)) + exactly(exact)
          : m.how.inclusive(percentage, money(inputs.gross))
      const rate = String(inputs.rate)
      const { reference } = taxes.find((each) => each.rate === rate) ?? {}
      const law = lawOf(language, { rate, code: because.code, reference })
      const why = `${how}. ${reasonSentence(language, because)}`
      return law === undefined ? why : `${why} ${m.how.law(law)}`
    },
  }
}

export function DiscountSteps({ total, invoice, currency }: StepsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const text = useTaxText(currency)
  const discount = stepOf(total, 'discount')
  const steps = (discount?.steps ?? []) as readonly DiscountDerivation[]
  if (!discount || steps.length === 0) return null
  return (
    <Step
      open
      name={m.discount}
      how={m.how.discounts(format.number(steps.length), steps.length === 1)}
      result={text.money(discount.result)}
    >
      {steps.map((step) => (
        <Step
          key={String(step.inputs.discount)}
          name={String(step.inputs.name)}
          how={text.howDiscount(step)}
          result={text.money(step.result)}
        >
          <Shares shares={step.shares} invoice={invoice} currency={currency} />
        </Step>
      ))}
    </Step>
  )
}

export function TaxSteps({ total, invoice, currency }: StepsProps) {
  const m = useMessages(messages)
  const { tax: name, how } = useMessages(all)
  const format = useFormat()
  const { language } = useLanguage()
  const text = useTaxText(currency)
  const taxName = useTaxName()
  const tax = stepOf(total, 'tax') as TaxesDerivation | undefined
  const included = stepOf(total, 'tax_included')
  const steps = (tax?.steps ?? []) as readonly TaxDerivation[]
  const untaxed = tax?.untaxed ?? []
  const called = ({ inputs }: TaxDerivation) =>
    taxName({
      name: String(inputs.name),
      percentage: String(inputs.percentage),
      category: String(inputs.category) as TaxCategory,
    })
  if (steps.length === 0 && untaxed.length === 0) {
    return <Step name={name} how={how.noTax} result={text.money(tax?.result)} />
  }
  const howMany = m.how.taxes(format.number(steps.length), steps.length === 1)
  return (
    <>
      <Step
        open
        name={name}
        how={steps.length === 0 ? how.noTax : howMany}
        result={text.money(tax?.result)}
      >
        {steps.map((step, index) => (
          <Step
            // biome-ignore lint/suspicious/noArrayIndexKey: one rate can be in several groups.
            key={`${step.inputs.rate} ${index}`}
            name={called(step)}
            how={text.howTax(step, invoice.taxes)}
            result={text.money(step.result)}
          >
            <Shares shares={step.shares} invoice={invoice} currency={currency} />
          </Step>
        ))}
        {untaxed.map(({ lines, because }) => (
          <Step
            key={lines.join()}
            name={m.how.untaxed(lines.map(format.number).join(', '), lines.length === 1)}
            how={reasonSentence(language, because)}
            result={text.money(0)}
          />
        ))}
      </Step>
      {included && (
        <Step name={m.included} how={m.how.included} result={text.money(included.result)} />
      )}
    </>
  )
}

interface SharesProps {
  shares: readonly Share[]
  invoice: Invoice
  currency: string
}

/** The share of each line, in the order of the lines. */
function Shares({ shares, invoice, currency }: SharesProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const sorted = [...shares].sort((a, b) => a.line - b.line)
  return sorted.map(({ line, of, amount }) => (
    <Step
      key={line}
      name={invoice.line_items[line - 1]?.description ?? m.how.share(format.number(line))}
      how={m.how.of(format.money(of, currency))}
      result={format.money(amount, currency)}
    />
  ))
}
