// Saving an invoice that is written: what is sent, upon which version, and whose fault a refusal is.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { ApiError } from '../../api/client.ts'
import { useWrite, type Write } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import type { Shown } from '../../parts/api-call.tsx'
import { type FormState, useForm } from '../../parts/form.ts'
import { decimalMark } from '../../words/amount-text.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { OWN_FAULT } from '../../words/refusals.ts'
import {
  bodyOf,
  type ColumnName,
  type DraftText,
  faultsOf,
  filledLines,
  type LineText,
  type Spelling,
} from './draft.ts'
import { words } from './editor-words.ts'

export interface Edited {
  id: string
  etag: string | null
}

interface SavingOptions {
  initial: DraftText
  edited: Edited | undefined
  etag: string | null
  /** Called where cells mean nothing: now those that are empty count too. */
  onFaults: () => void
}

/** The members that the API has another name for. */
const MEMBERS = { quantity: 'quantity', price: 'unit_amount', description: 'description' } as const

export function useSaving({ initial, edited, etag, onFaults }: SavingOptions) {
  const w = useWords(words)
  const format = useFormat()
  const write = useWrite<Invoice>()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const upon = useRef(etag)
  upon.current = etag
  const finalizes = useRef(false)
  /** The rows of the last request, in its order: refusals name them by their place. */
  const sent = useRef<readonly LineText[]>([])
  const mark = decimalMark(format.locale)

  const saveDraft = (values: DraftText): Promise<Invoice> => {
    const spelling = { mark, currency: values.currency }
    sent.current = filledLines(values.lines)
    const errors = ownFaults(values, sent.current, spelling, w)
    if (errors.length > 0) {
      onFaults()
      const message = errors[0]?.message ?? ''
      throw new ApiError(400, { code: OWN_FAULT, message, errors })
    }
    return write.mutateAsync(callOf(initial, values, spelling, edited, upon.current))
  }
  const form = useForm<DraftText, Invoice>({
    initial,
    save: async (values) => saveDraft(values),
    // The cell says where; the member's name would mean nothing to whoever sees columns.
    nameOf: (param) => {
      const { column } = cellOf(param) ?? {}
      return column && (column === 'row' ? w.thisLine : w[column])
    },
    onSaved: ({ id }) => {
      const search = (finalizes.current ? { do: 'finalize' } : {}) as never
      notifications.show({ message: w.saved, color: 'green' })
      void navigate({ to: pathOf(`invoices/${id}`), search })
    },
  })
  const { submit } = form
  const spelling = { mark, currency: form.values.currency }
  const call: Shown = callOf(initial, form.values, spelling, edited, null)
  return {
    call,
    sent,
    form: {
      ...form,
      submit: (event?: Parameters<typeof submit>[0]) => {
        finalizes.current = false
        return submit(event)
      },
    },
    /** Saves first what is not saved yet; what finalize will do is asked on the page of the invoice. */
    saveAndFinalize: () => {
      finalizes.current = true
      if (form.dirty || !edited) void submit()
      else
        void navigate({ to: pathOf(`invoices/${edited.id}`), search: { do: 'finalize' } as never })
    },
    saveUpon: (current: string | null) => {
      upon.current = current
      void submit()
    },
  }
}

/** POST for a new one; PATCH of what differs for a draft, upon the version that it was read as. */
function callOf(
  initial: DraftText,
  values: DraftText,
  spelling: Spelling,
  edited: Edited | undefined,
  etag: string | null,
): Write {
  const { due_date, notes, ...body } = bodyOf(values, spelling)
  if (!edited) {
    const given = { ...body, ...(due_date && { due_date }), ...(notes && { notes }) }
    return { method: 'POST', path: '/invoices', body: given }
  }
  const before = bodyOf(initial, { ...spelling, currency: initial.currency })
  const after = { ...body, due_date: due_date || null, notes }
  // Amounts are meant in their currency, so they go along with another one.
  const isRecast = after.currency !== before.currency
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      (isRecast && name === 'line_items') ||
      JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  )
  const path = `/invoices/${edited.id}`
  const patch = Object.fromEntries(changed)
  // A draft whose content is the same after all is saved all the same: nothing is to be guessed.
  const sent = changed.length > 0 ? patch : { notes }
  return { method: 'PATCH', path, body: sent, ...(etag !== null && { ifMatch: etag }) }
}

/** What need not be sent to be refused: cells that are no numbers, and what is missing. */
function ownFaults(
  values: DraftText,
  lines: readonly LineText[],
  spelling: Spelling,
  w: ReturnType<typeof useWords<(typeof words)['en']>>,
): { param: string; code: string; message: string }[] {
  const fault = (param: string, message: string) => ({ param, code: OWN_FAULT, message })
  return [
    ...(values.customer_id === '' ? [fault('customer_id', w.needCustomer)] : []),
    ...(lines.length === 0 ? [fault('line_items', w.needLines)] : []),
    ...lines.flatMap((line, index) =>
      faultsOf(line, spelling, true).map((name) =>
        fault(`line_items[${index}].${MEMBERS[name]}`, w.faults[name](line[name])),
      ),
    ),
  ]
}

const COLUMNS = { quantity: 'quantity', unit_amount: 'price', description: 'description' } as const

/** The row that a path names, by its place in what was sent, and the column, if it is shown as one. */
function cellOf(param: string): { index: number; column: ColumnName | 'row' } | undefined {
  const [, index, member] = /^line_items\[(\d+)\](?:\.(\w+))?/.exec(param) ?? []
  if (index === undefined) return undefined
  return { index: Number(index), column: COLUMNS[member as keyof typeof COLUMNS] ?? 'row' }
}

type RowFaults = Partial<Record<ColumnName | 'row', string>>

/** What the server refused of each row, until the row is changed. */
export function useRefused(
  form: FormState<DraftText>,
  sent: React.RefObject<readonly LineText[]>,
): ReadonlyMap<number, RowFaults> {
  const { errors, values } = form
  return useMemo(() => {
    const found = new Map<number, RowFaults>()
    for (const [param, message] of Object.entries(errors)) {
      const cell = cellOf(param)
      const line = cell && sent.current[cell.index]
      // A row that was changed since is another one, about which nothing was said.
      if (!line || !values.lines.includes(line)) continue
      found.set(line.key, { ...found.get(line.key), [cell.column]: message })
    }
    return found
  }, [errors, values.lines, sent])
}
