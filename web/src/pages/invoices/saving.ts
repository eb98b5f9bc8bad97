// Saving an invoice that is written: what is sent, upon which version, and whose fault a refusal is.
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { ApiError } from '../../api/client.ts'
import { useWrite, type Write } from '../../api/hooks.ts'
import { usePagePath } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { type FormState, useForm } from '../../form/form.ts'
import type { Shown } from '../../page/api-call.tsx'
import { decimalMark } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
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
import { messages } from './editor-messages.ts'

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

/** The properties that the API has another name for. */
const PROPERTIES = {
  quantity: 'quantity',
  price: 'unit_amount',
  description: 'description',
} as const

export function useSaving({ initial, edited, etag, onFaults }: SavingOptions) {
  const m = useMessages(messages)
  const format = useFormat()
  const write = useWrite<Invoice>()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const upon = useRef(etag)
  upon.current = etag
  const finalizes = useRef(false)
  /** The rows of the last request, in its order: refusals name them by their index. */
  const sent = useRef<readonly LineText[]>([])
  const mark = decimalMark(format.locale)

  const saveDraft = (values: DraftText): Promise<Invoice> => {
    const spelling = { mark, currency: values.currency }
    sent.current = filledLines(values.lines)
    const errors = ownFaults(values, sent.current, spelling, m)
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
    onSaved: ({ id }) => {
      const search = (finalizes.current ? { do: 'finalize' } : {}) as never
      notifications.show({ message: m.saved, color: 'green' })
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
  m: ReturnType<typeof useMessages<(typeof messages)['en']>>,
): { param: string; code: string; message: string }[] {
  const fault = (param: string, message: string) => ({ param, code: OWN_FAULT, message })
  return [
    ...(values.customer_id === '' ? [fault('customer_id', m.needCustomer)] : []),
    ...(lines.length === 0 ? [fault('line_items', m.needLines)] : []),
    ...lines.flatMap((line, index) =>
      faultsOf(line, spelling, true).map((name) =>
        fault(`line_items[${index}].${PROPERTIES[name]}`, m.faults[name](line[name])),
      ),
    ),
  ]
}

type RowFaults = Partial<Record<ColumnName | 'row', string>>

/** What the server refused of each row, until the row is changed. */
export function useRefused(
  form: FormState<DraftText>,
  sent: React.RefObject<readonly LineText[]>,
): ReadonlyMap<number, RowFaults> {
  const { errors, values } = form
  const m = useMessages(messages)
  return useMemo(() => {
    const found = new Map<number, RowFaults>()
    for (const [param, message] of Object.entries(errors)) {
      const [, index, property] = /^line_items\[(\d+)\](?:\.(\w+))?/.exec(param) ?? []
      const line = index === undefined ? undefined : sent.current[Number(index)]
      // A row that was changed since is another one, about which nothing was said.
      if (!line || !values.lines.includes(line)) continue
      const columns = { quantity: 'quantity', unit_amount: 'price', description: 'description' }
      const column = (columns[property as keyof typeof columns] ?? 'row') as ColumnName | 'row'
      // The cell says where; the property's name would mean nothing to whoever sees columns.
      const name = column === 'row' ? m.thisLine : m[column]
      const text = message.replace(/line_items\[\d+\](?:\.\w+)?/g, name)
      found.set(line.key, { ...found.get(line.key), [column]: text })
    }
    return found
  }, [errors, values.lines, sent, m])
}
