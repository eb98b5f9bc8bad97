// How the amounts of a credit note follow from its invoice and from the notes before it.
import { Paper, Text } from '@mantine/core'
import type { ExplainedLine } from '../../../../src/domain/credit-note-explanation.ts'
import { daysIn, moneyOf } from '../../../../src/domain/pricing-sentences.ts'
import type { ExplainedUnused } from '../../../../src/domain/unused-time.ts'
import { useRead } from '../../api/hooks.ts'
import type { CreditNote } from '../../api/types.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { Step } from '../invoices/explain-step.tsx'
import { useTaxName } from '../invoices/sum-rows.ts'
import { messages } from './explain-messages.ts'
import { usePartRows } from './part-rows.ts'

interface Explanation {
  lines: ExplainedLine[]
}

/** Notes with more lines start collapsed. */
const LINES_OPEN_MOST = 12

export function Explain({ note }: { note: CreditNote }) {
  const path = `/credit_notes/${note.id}/explain`
  const query = useRead<Explanation>(path)
  return (
    <>
      <Loaded query={query} permission="credit_notes:read">
        {({ lines }) => <Tree note={note} lines={lines} />}
      </Loaded>
      <ApiCall call={{ method: 'GET', path }} />
    </>
  )
}

function Tree({ note, lines }: { note: CreditNote; lines: ExplainedLine[] }) {
  const m = useMessages(messages)
  const format = useFormat()
  const partRows = usePartRows()
  const money = (amount: number) => format.money(amount, note.currency)
  const added = note.tax - note.tax_included
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" className="explain">
      <Text size="sm" mb="sm">
        {m.intro}
      </Text>
      <Step
        open
        name={m.total}
        how={added === 0 ? '' : m.sum(money(note.subtotal), money(added))}
        result={money(note.total)}
      >
        {lines.map((line) => (
          <Line
            key={line.line}
            line={line}
            money={money}
            currency={note.currency}
            isOpen={lines.length <= LINES_OPEN_MOST}
          />
        ))}
      </Step>
      {partRows(note).map(({ key, name, amount }) => (
        <Step key={key} name={name} how="" result={money(amount)} />
      ))}
    </Paper>
  )
}

interface LineProps {
  line: ExplainedLine
  money(amount: number): string
  currency: string
  isOpen: boolean
}

/** The days that a note returns, and the computation of their price. */
function useUnusedText(money: LineProps['money'], currency: string) {
  const m = useMessages(messages)
  const format = useFormat()
  const tag = format.locale.startsWith('fr') ? 'fr' : 'en'
  return ({ first_day, last_day, price, ...unused }: ExplainedUnused): string => {
    const [days, all] = [unused.seconds, unused.period_seconds].map((each) => daysIn(tag, each))
    const computed = `${moneyOf(tag, price, currency)} × ${days} ÷ ${all} = ${money(unused.amount)}`
    const { adjustment, discount } = unused
    const by = money(Math.abs(adjustment))
    const adjusted = adjustment === 0 ? '' : adjustment > 0 ? m.moved(by) : m.kept(by)
    const less = discount === 0 ? '' : m.discounted(money(discount))
    return `${m.unused(format.date(first_day), format.date(last_day), computed)}${adjusted}${less}`
  }
}

function Line({ line, money, currency, isOpen }: LineProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const taxName = useTaxName()
  const unusedText = useUnusedText(money, currency)
  const { base, credited_before, amount, description, unused } = line
  const earlier = credited_before === 0 ? '' : m.before(money(credited_before))
  const until = money(credited_before + amount)
  return (
    <Step
      open={isOpen}
      name={m.line(format.number(line.line))}
      how={`${m.of(description, money(base))}${earlier}${unused ? unusedText(unused) : ''}`}
      result={money(amount)}
    >
      {line.taxes.length > 0 &&
        line.taxes.map((tax) => {
          const { share, adjustment } = tax
          const less = tax.credited_before === 0 ? '' : m.less(money(tax.credited_before))
          const by = money(Math.abs(adjustment))
          const adjusted = adjustment === 0 ? '' : adjustment < 0 ? m.lower(by) : m.higher(by)
          const rule = m.share(money(tax.tax), until, money(base), money(share))
          return (
            <Step
              key={tax.rate}
              name={taxName(tax)}
              how={`${rule}${less}${adjusted}`}
              result={money(tax.amount)}
            />
          )
        })}
    </Step>
  )
}
