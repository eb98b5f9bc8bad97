// Taxes and discounts of an invoice in the editor, which only the server can compute.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApiError, send } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Customer, Invoice } from '../../api/types.ts'
import type { Spelling } from '../../text/amount-text.ts'
import type { InvoicePreview } from '../prices/types.ts'
import { bodyOf, type DraftText, filledLines, invalidCells } from './draft.ts'
import type { Figures } from './sum-rows.ts'

export interface Foreseen {
  /** Undefined if there are no taxes or discounts, or while they load. */
  figures: Figures | undefined
  isAsking: boolean
  /** The data missing to compute taxes and discounts. */
  missing?: 'customer' | 'answer'
}

const PAUSE_MS = 300

/** `discounts` are those that the draft already has. */
export function useForeseenSums(
  draft: DraftText,
  spelling: Spelling,
  discounts: Invoice['discounts'],
): Foreseen {
  const { account, mode, surface, settings } = useTenant()
  const { customer_id, currency } = draft
  const customer = useRead<Customer & { discounts?: unknown[] }>(
    `/customers/${customer_id}`,
    undefined,
    { enabled: customer_id !== '' },
  ).data
  const own = discounts.filter(({ source }) => source === 'invoice')
  const isAffected =
    settings?.automatic_tax === true ||
    own.length > 0 ||
    (customer?.discounts ?? []).length > 0 ||
    draft.lines.some(({ tax }) => tax !== '')
  const lines = filledLines(draft.lines).filter(
    (line) => invalidCells(line, spelling, true).length === 0,
  )
  const isWanted = isAffected && customer_id !== '' && lines.length > 0
  const { line_items } = bodyOf({ ...draft, lines }, spelling)
  const given = own.map(({ coupon_id, promotion_code_id }) =>
    promotion_code_id ? { promotion_code_id } : { coupon_id },
  )
  const body = { customer_id, currency, line_items, ...(given.length > 0 && { discounts: given }) }
  const wanted = isWanted ? JSON.stringify(body) : ''
  const [settled] = useDebouncedValue(wanted, PAUSE_MS, { leading: true })
  const { data, error, isFetching } = useQuery<InvoicePreview, ApiError>({
    queryKey: [account, mode, '/invoices/preview', 'sums', settled],
    enabled: settled !== '' && settled === wanted,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const call = { method: 'POST', path: '/invoices/preview', body: JSON.parse(settled) } as const
      return (await send<InvoicePreview>(surface, { ...call, signal })).body
    },
  })
  if (!isAffected || lines.length === 0) return { figures: undefined, isAsking: false }
  if (customer_id === '') return { figures: undefined, isAsking: false, missing: 'customer' }
  if (error) return { figures: undefined, isAsking: false, missing: 'answer' }
  return { figures: data, isAsking: isFetching || settled !== wanted }
}
