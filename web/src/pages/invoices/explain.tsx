// The derivation of an amount, as stored by the server, expandable down to each line.
import { Paper, Text } from '@mantine/core'
import {
  type Derivation,
  type InvoiceDerivation,
  type LineDerivation,
  linesOf,
  stepOf,
} from '../../../../src/domain/derivation.ts'
import { derivedSentence } from '../../../../src/domain/pricing-sentences.ts'
import { useRead } from '../../api/hooks.ts'
import type { Invoice } from '../../api/types.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { Step } from './explain-step.tsx'
import { DiscountSteps, TaxSteps, useTaxText } from './explain-taxes.tsx'
import { messages } from './messages.ts'

interface Explanation {
  currency: string
  amount_due: number
  derivation: InvoiceDerivation
}

/** Invoices with more lines start collapsed. */
const LINES_OPEN_MOST = 12

export function Explain({ invoice }: { invoice: Invoice }) {
  const path = `/invoices/${invoice.id}/explain`
  const query = useRead<Explanation>(path)
  return (
    <>
      <Loaded query={query} permission="invoices:read">
        {(explanation) => <Tree invoice={invoice} explanation={explanation} />}
      </Loaded>
      <ApiCall call={{ method: 'GET', path }} />
    </>
  )
}

function Tree({ invoice, explanation }: { invoice: Invoice; explanation: Explanation }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { currency, derivation } = explanation
  const taxText = useTaxText(currency)
  const money = (amount: number) => format.money(amount, currency)
  const total = stepOf(derivation, 'total')
  const credit = stepOf(derivation, 'credit_applied')
  const lines = linesOf(derivation)
  const resultOf = (step: Derivation | undefined) => money(step?.result ?? 0)
  const howOf = (line: LineDerivation) => {
    const { pricing, inputs } = line
    if (!pricing) {
      const unit = money(Number(inputs.unit_amount))
      return m.how.line(format.number(Number(inputs.quantity)), unit)
    }
    return derivedSentence(format.locale.startsWith('fr') ? 'fr' : 'en', line, pricing, currency)
  }
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" className="explain">
      <Text size="sm" mb="sm">
        {invoice.status === 'draft' ? m.explainDraft : m.explainFrozen}
      </Text>
      <Step
        open
        name={m.amountDue}
        how={credit ? m.how.due : m.how.dueIsTotal}
        result={money(derivation.result)}
      >
        <Step open name={m.total} how={taxText.howTotal(total)} result={resultOf(total)}>
          <Step
            open={lines.length <= LINES_OPEN_MOST}
            name={m.subtotal}
            how={m.how.subtotal(format.number(lines.length), lines.length === 1)}
            result={resultOf(stepOf(total, 'subtotal'))}
          >
            {lines.map((line, index) => (
              <Step
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ID but their index.
                key={index}
                name={invoice.line_items[index]?.description ?? m.line(String(index + 1))}
                how={howOf(line)}
                result={money(line.result)}
              />
            ))}
          </Step>
          <DiscountSteps total={total} invoice={invoice} currency={currency} />
          <TaxSteps total={total} invoice={invoice} currency={currency} />
        </Step>
        {credit && <Credit credit={credit} currency={currency} />}
      </Step>
    </Paper>
  )
}

function Credit({ credit, currency }: { credit: Derivation; currency: string }) {
  const m = useMessages(messages)
  const format = useFormat()
  const balance = format.decimal(String(credit.inputs.balance), currency)
  return (
    <Step
      name={m.creditApplied}
      how={m.how.credit(balance)}
      result={format.money(credit.result, currency)}
    />
  )
}
