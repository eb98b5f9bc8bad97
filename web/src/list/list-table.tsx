// The rows of a list. On a narrow screen only the important columns remain, so that nothing scrolls sideways.
import { Checkbox, Paper, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../page/page-link.tsx'
import { useMessages } from '../text/locale.tsx'
import { sharedMessages } from '../text/messages.ts'
import type { Selection } from './selection.tsx'

export interface Column<T> {
  /** Its heading, which is also its key. */
  title: string
  cell: (item: T) => ReactNode
  /** The page of the object; the whole row links there. */
  to?: (item: T) => string
  /** Amounts and counts are aligned to the end of their cells. */
  numeric?: boolean
  /** Short words and dates, which never wrap. */
  narrow?: boolean
  /** Short words, which wrap only where there is little room. */
  firm?: boolean
  /** The minimum screen width; always shown if omitted. */
  from?: 'xs' | 'sm' | 'md' | 'lg'
  /** A row's menu: narrow, with a heading for screen readers only. */
  menu?: boolean
  /** Shown below the cell where the screen is too narrow for the columns with the same content. */
  below?: (item: T) => ReactNode
}

type Shape = Pick<Column<never>, 'numeric' | 'narrow' | 'firm' | 'menu'>

const classOf = ({ numeric, narrow, firm, menu }: Shape) =>
  menu ? 'list-menu' : numeric ? 'numeric' : narrow ? 'narrow' : firm ? 'firm' : ''

/** How rows are selected, and the label for screen readers. */
export interface Selecting<T> {
  selection: Selection<T>
  all: string
  one: (item: T) => string
}

interface ListTableProps<T> {
  label: string
  columns: readonly Column<T>[]
  /** Undefined while they load. */
  rows: readonly T[] | undefined
  keyOf: (item: T) => string
  selecting?: Selecting<T> | undefined
}

export function ListTable<T>({ label, columns, rows, keyOf, selecting }: ListTableProps<T>) {
  const m = useMessages(sharedMessages)
  return (
    <Paper withBorder style={{ overflow: 'hidden' }} bg="var(--r-surface)" className="list">
      <Table
        highlightOnHover
        aria-label={rows ? label : m.loading}
        aria-busy={!rows}
        data-state={rows ? 'rows' : 'loading'}
      >
        <Table.Thead>
          <Table.Tr>
            {selecting && (
              <Table.Th className="list-check">
                <SelectAll rows={rows ?? []} selecting={selecting} />
              </Table.Th>
            )}
            {columns.map(({ title, from, ...column }) => (
              <Table.Th key={title} className={classOf(column)} visibleFrom={from} scope="col">
                {column.menu ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            ? rows.map((item) => (
                <Row key={keyOf(item)} item={item} columns={columns} selecting={selecting} />
              ))
            : Array.from({ length: 8 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows.
                <Table.Tr key={row}>
                  {selecting && <Table.Td className="list-check" />}
                  {columns.map(({ title, from, ...column }) => (
                    <Table.Td key={title} visibleFrom={from} className={classOf(column)}>
                      <Skeleton className="list-skeleton" />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function SelectAll<T>({ rows, selecting }: { rows: readonly T[]; selecting: Selecting<T> }) {
  const { selection, all } = selecting
  const chosen = rows.filter(selection.has).length
  return (
    <Checkbox
      size="xs"
      aria-label={all}
      disabled={rows.length === 0}
      checked={chosen > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={() => selection.toggleAll(rows)}
    />
  )
}

interface RowProps<T> {
  item: T
  columns: readonly Column<T>[]
  selecting: Selecting<T> | undefined
}

function Row<T>({ item, columns, selecting }: RowProps<T>) {
  const linked = columns.some(({ to }) => to)
  const chosen = selecting?.selection.has(item)
  return (
    <Table.Tr className={linked ? 'linked-row' : ''} data-selected={chosen || undefined}>
      {selecting && (
        <Table.Td className="list-check">
          <Checkbox
            size="xs"
            className="row-action"
            aria-label={selecting.one(item)}
            checked={chosen ?? false}
            onChange={() => selecting.selection.toggle(item)}
          />
        </Table.Td>
      )}
      {columns.map(({ title, cell, to, from, below, ...column }) => (
        <Table.Td key={title} visibleFrom={from} className={classOf(column)}>
          {to ? (
            <PageLink
              to={to(item)}
              className="row-link"
              size="sm"
              c="inherit"
              fw={550}
              underline="never"
            >
              {cell(item)}
            </PageLink>
          ) : (
            cell(item)
          )}
          {below && (
            <Text size="xs" c="dimmed" hiddenFrom="sm" component="div" className="below">
              {below(item)}
            </Text>
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
