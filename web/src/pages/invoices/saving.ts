// Saves an invoice from the editor: the request, the version it is based on, and the field of each error.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Write } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { useWriteForm } from '../../form/write-form.ts'
import type { Spelling } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { type Like, useMessages } from '../../text/locale.tsx'
import {
  bodyOf,
  type ColumnName,
  cellInTwo,
  type DraftText,
  filledLines,
  invalidCells,
  isBlank,
  isPriced,
  type LineText,
} from './draft.ts'
import { messages } from './editor-messages.ts'

export interface Edited {
  id: string
  etag: string | null
  /** The discounts it already has, apart from what is typed. */
  discounts: Invoice['discounts']
}

interface SavingOptions {
  initial: DraftText
  edited: Edited | undefined
  etag: string | null
  /** Called if cells are invalid: from now on, empty required ones count too. */
  onInvalid: () => void
}

export function useSaving({ initial, edited, etag, onInvalid }: SavingOptions) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const upon = useRef(etag)
  upon.current = etag
  const finalizes = useRef(false)
  const spelt = (values: DraftText): Spelling => ({ locale, currency: values.currency })
  const form = useWriteForm<DraftText, Invoice>({
    initial,
    callOf: (values) => callOf(initial, values, spelt(values), edited, upon.current),
    validate: (values) => {
      const errors = errorsOf(values, spelt(values), m)
      if (Object.keys(errors).length > 0) onInvalid()
      return errors
    },
    fieldOf,
    nameOf: (param) => nameOf(param, m),
    onSaved: ({ id }) => {
      const search = (finalizes.current ? { do: 'finalize' } : {}) as never
      notifications.show({ message: m.saved, color: 'green' })
      void navigate({ to: pathOf(`invoices/${id}`), search })
    },
  })
  const { submit } = form
  return {
    form: {
      ...form,
      submit: (event?: Parameters<typeof submit>[0]) => {
        finalizes.current = false
        submit(event)
      },
    },
    /** Saves unsaved edits first; the invoice's page then shows what finalizing will do. */
    saveAndFinalize: () => {
      finalizes.current = true
      if (form.dirty || !edited) submit()
      else
        void navigate({ to: pathOf(`invoices/${edited.id}`), search: { do: 'finalize' } as never })
    },
    saveUpon: (current: string | null) => {
      upon.current = current
      submit()
    },
  }
}

/** POST for a new invoice; PATCH with the changed properties for a draft, based on the version that was read. */
function callOf(
  initial: DraftText,
  values: DraftText,
  spelling: Spelling,
  edited: Edited | undefined,
  etag: string | null,
): Write {
  const { due_date, supply_date, notes, reference, ...body } = bodyOf(values, spelling)
  if (!edited) {
    const given = {
      ...body,
      ...(due_date && { due_date }),
      ...(supply_date && { supply_date }),
      ...(notes && { notes }),
      ...(reference && { reference }),
    }
    return { method: 'POST', path: '/invoices', body: given }
  }
  const before = bodyOf(initial, { ...spelling, currency: initial.currency })
  const dates = { due_date: due_date || null, supply_date: supply_date || null }
  const after = { ...body, ...dates, notes, reference }
  // Amounts depend on the currency, so a new currency resends them.
  const isRecast = after.currency !== before.currency
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      (isRecast && name === 'line_items') ||
      JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  )
  const path = `/invoices/${edited.id}`
  const patch = Object.fromEntries(changed)
  // A draft with unchanged content is saved all the same, so that the result is predictable.
  const sent = changed.length > 0 ? patch : { notes }
  return { method: 'PATCH', path, body: sent, ...(etag !== null && { ifMatch: etag }) }
}

/** Errors found before anything is sent, by field: missing values, and cells that are not numbers. */
function errorsOf(
  { customer_id, lines }: DraftText,
  spelling: Spelling,
  m: Like<typeof messages.en>,
): Record<string, string> {
  const cells = lines.flatMap((line, row) =>
    invalidCells(line, spelling, true).map((name) => [
      `lines.${row}.${name}`,
      cellErrorOf(line, name, spelling, m),
    ]),
  )
  return {
    ...(customer_id === '' && { customer_id: m.needCustomer }),
    ...(lines.every(isBlank) && { lines: m.needLines }),
    ...Object.fromEntries(cells),
  }
}

export function cellErrorOf(
  line: LineText,
  name: ColumnName,
  spelling: Spelling,
  m: Like<typeof messages.en>,
): string {
  const two = cellInTwo(line, name, spelling)
  if (two) return two
  const isExact = name === 'quantity' && isPriced(line)
  if (isExact) return m.cellErrors[line.model === 'percentage' ? 'amounts' : 'units'](line.quantity)
  return m.cellErrors[name](line[name])
}

/** The columns of the API's properties. */
const COLUMN_OF: Readonly<Record<string, ColumnName>> = {
  description: 'description',
  quantity: 'quantity',
  quantity_decimal: 'quantity',
  events: 'quantity',
  unit_amount: 'price',
  unit_amount_decimal: 'price',
  price_id: 'price',
}

/** The cell of a property; only rows with content are sent, so their indexes differ. */
function fieldOf(param: string, sent: DraftText, now: DraftText): string {
  if (param === 'line_items') return 'lines'
  const [, index, property = ''] = /^line_items\[(\d+)\](?:\.(\w+))?/.exec(param) ?? []
  if (index === undefined) return param
  const line = filledLines(sent.lines)[Number(index)]
  const row = now.lines.findIndex(({ key }) => key === line?.key)
  return `lines.${row}.${COLUMN_OF[property] ?? 'row'}`
}

/** The cell shows the place; API property names mean nothing to a user who sees columns. */
function nameOf(param: string, m: Like<typeof messages.en>): string | undefined {
  const [, property = ''] = /^line_items\[\d+\](?:\.(\w+))?/.exec(param) ?? []
  if (!param.startsWith('line_items[')) return undefined
  const column = COLUMN_OF[property]
  return column ? m[column] : m.thisLine
}

export type RowErrors = Partial<Record<ColumnName | 'row', string>>

export function rowErrorsOf(errors: Readonly<Record<string, ReactNode>>, row: number): RowErrors {
  const start = `lines.${row}.`
  const found = Object.entries(errors).flatMap(([path, message]) => {
    if (!path.startsWith(start)) return []
    const column = path.slice(start.length) as keyof RowErrors
    return [[column, String(message)]]
  })
  return Object.fromEntries(found)
}
