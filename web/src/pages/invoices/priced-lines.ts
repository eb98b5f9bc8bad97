// Amounts of lines with a price or with decimals: the server computes them during typing.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Customer, List } from '../../api/types.ts'
import type { Spelling } from '../../text/amount-text.ts'
import { useErrorText } from '../../text/errors.ts'
import type { InvoicePreview } from '../prices/types.ts'
import { type DraftText, filledLines, invalidCells, isPriced, pricedLineOf } from './draft.ts'
import type { RowErrors } from './saving.ts'

interface PricedLines {
  /** The amounts of rows by key; rows still loading are missing. */
  pricedAmounts: ReadonlyMap<number, number>
  refused: ReadonlyMap<number, RowErrors>
}

const PAUSE_MS = 300

export function usePricedLines(draft: DraftText, spelling: Spelling): PricedLines {
  const { account, mode, surface } = useTenant()
  const errorText = useErrorText()
  const toPrice = useMemo(() => linesToPrice(draft, spelling), [draft, spelling])
  // An amount does not depend on the customer, but the request needs one.
  const anybody = useRead<List<Customer>>(
    '/customers',
    { limit: 1 },
    { enabled: toPrice.length > 0 && draft.customer_id === '' },
  ).data?.data[0]
  const customer_id = draft.customer_id || (anybody ? `cus_${anybody.id}` : '')
  const line_items = [...new Set(toPrice.map(({ line }) => line))]
  const wanted = JSON.stringify({ customer_id, currency: spelling.currency, line_items })
  const [settled] = useDebouncedValue(wanted, PAUSE_MS, { leading: true })
  const { data, error } = useQuery<[line: string, amount: number][], ApiError>({
    queryKey: [account, mode, '/invoices/preview', 'lines', settled],
    enabled: settled === wanted && customer_id !== '' && line_items.length > 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const body = { ...JSON.parse(settled), line_items: line_items.map(parsed) }
      const call = { method: 'POST', path: '/invoices/preview', body, signal } as const
      const preview = (await send<InvoicePreview>(surface, call)).body
      return preview.line_items.map(({ amount }, index) => [line_items[index] ?? '', amount])
    },
  })
  /** Known amounts are kept while another line is being edited. */
  const known = useRef(new Map<string, number>())
  const pricedAmounts = useMemo(() => {
    for (const [line, amount] of data ?? []) known.current.set(line, amount)
    const amounts = toPrice.flatMap(({ key, line }) => {
      const amount = known.current.get(line)
      return amount === undefined ? [] : [[key, amount] as const]
    })
    return new Map(amounts)
  }, [toPrice, data])
  const refused = refusedOf(settled === wanted ? error : null, line_items, toPrice, errorText)
  return { pricedAmounts, refused }
}

interface LineToPrice {
  key: number
  /** The request for the line as text: lines with the same text have the same amount. */
  line: string
}

/** The complete rows that only the server can compute. */
function linesToPrice({ lines }: DraftText, spelling: Spelling): LineToPrice[] {
  return filledLines(lines)
    .filter((line) => isPriced(line) && invalidCells(line, spelling, true).length === 0)
    .map((line) => {
      const { description: _, ...rest } = pricedLineOf(line, spelling)
      return { key: line.key, line: JSON.stringify({ description: '–', ...rest }) }
    })
}

const parsed = (line: string): unknown => JSON.parse(line)

function refusedOf(
  error: ApiError | null,
  line_items: readonly string[],
  toPrice: readonly LineToPrice[],
  textOf: ReturnType<typeof useErrorText>,
): Map<number, RowErrors> {
  const refused = new Map<number, RowErrors>()
  for (const each of error?.errors ?? []) {
    const [, index] = /^line_items\[(\d+)\]/.exec(each.param ?? '') ?? []
    if (index === undefined) continue
    const line = line_items[Number(index)]
    for (const { key } of toPrice.filter((row) => row.line === line)) {
      refused.set(key, { row: textOf(each) })
    }
  }
  return refused
}
