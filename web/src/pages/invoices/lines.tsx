// The table of lines: edited with only the keyboard, or pasted from a spreadsheet.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useList } from '../../api/hooks.ts'
import type { Product } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { IconPlus } from '../../icons.tsx'
import type { Spelling } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import {
  blankLine,
  COLUMNS,
  type ColumnName,
  type DraftText,
  invalidCells,
  isBlank,
  LINES_MOST,
  type LineText,
  type Totals,
} from './draft.ts'
import { messages } from './editor-messages.ts'
import { LineRow } from './line-row.tsx'
import { cellsOf, isSheet, pasteInto } from './pasted.ts'
import { cellErrorOf, type RowErrors, rowErrorsOf } from './saving.ts'

interface LinesProps {
  form: ApiForm<DraftText>
  totals: Totals
  /** The server's errors for priced rows, by key. */
  refused: ReadonlyMap<number, RowErrors>
  spelling: Spelling
  /** True if empty required cells count as errors. */
  strict: boolean
  /** Called after rows were pasted, so that all of their errors are shown. */
  onPasted: () => void
}

export function Lines(props: LinesProps) {
  const { form } = props
  const { lines } = form.values
  const m = useMessages(messages)
  const format = useFormat()
  const table = useRef<HTMLDivElement>(null)
  // Rows keep the same callbacks, whatever is typed elsewhere.
  const latest = useRef(props)
  latest.current = props
  /** The cell to focus once the rows are rendered. */
  const next = useRef<{ row: number; column: ColumnName } | undefined>(undefined)
  useEffect(() => {
    const { current: goal } = next
    next.current = undefined
    if (goal) cellAt(table.current, goal.row, goal.column)?.focus()
  })

  const onCell = useCallback((key: number, change: Partial<LineText>) => {
    const { form } = latest.current
    const row = form.values.lines.findIndex((line) => line.key === key)
    form.setFieldValue(`lines.${row}`, (line) => ({ ...line, ...change }))
    // Errors no longer apply to a row that has changed.
    for (const name of [...COLUMNS, 'row']) form.clearFieldError(`lines.${row}.${name}`)
  }, [])
  const onRemove = useCallback((key: number) => {
    const { form } = latest.current
    const { lines } = form.values
    const row = lines.findIndex((line) => line.key === key)
    next.current = { row: Math.max(0, Math.min(row, lines.length - 2)), column: 'description' }
    if (lines.length === 1) form.insertListItem('lines', blankLine())
    form.removeListItem('lines', row)
  }, [])
  const add = () => {
    if (lines.length >= LINES_MOST) {
      notifications.show({ message: m.linesMost(format.number(LINES_MOST)), color: 'red' })
      return
    }
    next.current = { row: lines.length, column: 'description' }
    form.insertListItem('lines', blankLine())
  }

  const { onKeyDown, onPaste } = useTableKeys({ ...props, table, add, onRemove })

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and pastes of the cells within. */}
      <div className="lines" ref={table} onKeyDown={onKeyDown} onPaste={onPaste}>
        <div className="line line-head" aria-hidden>
          <span />
          <span>{m.description}</span>
          <span className="numeric">{m.quantity}</span>
          <span className="numeric">{m.price}</span>
          <span className="numeric">{m.amount}</span>
        </div>
        <Rows {...props} onCell={onCell} onRemove={onRemove} />
      </div>
      <Group justify="space-between" mt="xs" align="flex-start">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {m.addLine}
        </Button>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {m.keys}
        </Text>
      </Group>
    </div>
  )
}

interface RowsProps extends LinesProps {
  onCell: (key: number, change: Partial<LineText>) => void
  onRemove: (key: number) => void
}

function Rows({ form, totals, refused, spelling, strict, onCell, onRemove }: RowsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const products = useList<Product>('/products', { status: 'active', limit: 100 }).data?.data
  const offered = useMemo(() => products ?? [], [products])
  return (
    <>
      {form.values.lines.map((line, index) => {
        const amount = totals.amounts.get(line.key)
        const errors = {
          ...Object.fromEntries(
            invalidCells(line, spelling, strict).map((name) => [
              name,
              cellErrorOf(line, name, spelling, m),
            ]),
          ),
          ...refused.get(line.key),
          ...rowErrorsOf(form.errors, index),
        }
        return (
          <LineRow
            key={line.key}
            line={line}
            index={index}
            onRemove={onRemove}
            products={offered}
            currency={spelling.currency}
            amount={amount === undefined ? '' : format.money(amount, spelling.currency)}
            errors={Object.keys(errors).length > 0 ? JSON.stringify(errors) : ''}
            onChange={onCell}
          />
        )
      })}
    </>
  )
}

interface TableKeys extends LinesProps {
  table: RefObject<HTMLDivElement | null>
  add: () => void
  onRemove: (key: number) => void
}

/** Handles keys and pastes in the cells. */
function useTableKeys({ form, table, add, onRemove, onPasted }: TableKeys) {
  const { lines } = form.values
  const m = useMessages(messages)
  const format = useFormat()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = cellOf(event.target)
    if (!at || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    const isLast = at.column === 'price' && at.row === lines.length - 1
    const row = lines[at.row]
    if (event.key === 'Delete' && event.altKey && row) onRemove(row.key)
    else if (event.key === 'Enter') {
      const column = COLUMNS[COLUMNS.indexOf(at.column) + 1]
      if (column) cellAt(table.current, at.row, column)?.focus()
      else if (isLast) add()
      else cellAt(table.current, at.row + 1, 'description')?.focus()
      // Tab leaves the table from an empty row, so that there is no keyboard trap.
    } else if (event.key === 'Tab' && !event.shiftKey && isLast && row && !isBlank(row)) add()
    else if (event.key === 'ArrowDown') cellAt(table.current, at.row + 1, at.column)?.focus()
    else if (event.key === 'ArrowUp') cellAt(table.current, at.row - 1, at.column)?.focus()
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const at = cellOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!at || !isSheet(text)) return
    event.preventDefault()
    const cells = cellsOf(text)
    const { lines: after, left } = pasteInto(lines, at, cells, LINES_MOST)
    form.setFieldValue('lines', after)
    onPasted()
    const landed = cells.length - left
    const said = m.pasted(format.number(landed), landed === 1)
    const rest = left > 0 ? ` ${m.notLanded(format.number(left), format.number(LINES_MOST))}` : ''
    notifications.show({ message: said + rest, color: left > 0 ? 'red' : 'green' })
  }

  return { onKeyDown, onPaste }
}

function cellAt(table: HTMLElement | null, row: number, column: ColumnName) {
  return table?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`)
}

function cellOf(target: EventTarget): { row: number; column: ColumnName } | undefined {
  const { row, column } = (target as HTMLElement).dataset
  return row && column ? { row: Number(row), column: column as ColumnName } : undefined
}
