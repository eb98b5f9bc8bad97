// The rows of a list. On a narrow screen the columns that matter remain, so that nothing scrolls sideways.
import { Paper, Skeleton, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../page/page-link.tsx'
import { useMessages } from '../text/locale.tsx'
import { sharedMessages } from '../text/messages.ts'

export interface Column<T> {
  /** Its heading, which is also its key. */
  title: string
  cell: (item: T) => ReactNode
  /** The page of the object: the whole row leads there. */
  to?: (item: T) => string
  /** Amounts and counts stand at the end of their cells. */
  numeric?: boolean
  /** Short words and dates, which are never broken. */
  narrow?: boolean
  /** Words of a few letters that are broken only where there is little room. */
  firm?: boolean
  /** From which width on it is shown; always if left out. */
  from?: 'xs' | 'sm' | 'md' | 'lg'
  /** Beneath the cell where the screen is too narrow for the columns that tell it otherwise. */
  below?: (item: T) => ReactNode
}

const classOf = ({ numeric, narrow, firm }: Pick<Column<never>, 'numeric' | 'narrow' | 'firm'>) =>
  numeric ? 'numeric' : narrow ? 'narrow' : firm ? 'firm' : ''

interface ListTableProps<T> {
  label: string
  columns: readonly Column<T>[]
  /** Undefined while they are on their way. */
  rows: readonly T[] | undefined
  keyOf: (item: T) => string
}

export function ListTable<T>({ label, columns, rows, keyOf }: ListTableProps<T>) {
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
            {columns.map(({ title, from, ...column }) => (
              <Table.Th key={title} className={classOf(column)} visibleFrom={from} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            ? rows.map((item) => <Row key={keyOf(item)} item={item} columns={columns} />)
            : Array.from({ length: 8 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows that stand for none.
                <Table.Tr key={row}>
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

function Row<T>({ item, columns }: { item: T; columns: readonly Column<T>[] }) {
  const linked = columns.some(({ to }) => to)
  return (
    <Table.Tr className={linked ? 'linked-row' : ''}>
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
