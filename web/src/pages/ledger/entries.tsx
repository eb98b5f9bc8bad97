// All ledger entries, newest first, with their debits and credits.
import { Text } from '@mantine/core'
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from '../../../../src/domain/ledger.ts'
import { formatDecimal, parseDecimal } from '../../../../src/domain/money.ts'
import type { LedgerEntry } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/** The page of the object that caused the entry. */
function pageOf({ object_id, invoice_id, customer_id }: LedgerEntry): string {
  if (object_id.startsWith('inv_')) return `invoices/${object_id}`
  // The event of a write-off is in the timeline of its invoice.
  if (object_id.startsWith('evt_')) return `invoices/${invoice_id}?tab=timeline`
  if (object_id.startsWith('pay_')) return `payments/${object_id}`
  if (object_id.startsWith('cn_')) return `credit-notes/${object_id}`
  if (object_id.startsWith('dp_')) return `disputes/${object_id}`
  if (object_id.startsWith('re_')) return `refunds/${object_id}`
  if (customer_id === null) return `payouts/${object_id}`
  return `customers/${customer_id.replace('cus_', '')}`
}

const isZero = (decimal: string) => !/[1-9]/.test(decimal)

export function Entries() {
  const m = useMessages(messages)
  const format = useFormat()
  /** The reporting date of an entry, if it was booked later. */
  const valued = ({ date, value_date }: LedgerEntry) =>
    value_date !== date && (
      <>
        <br />
        <Text span size="xs" c="dimmed">
          {m.valueDate(format.date(value_date))}
        </Text>
      </>
    )
  const side = (name: 'debit' | 'credit'): Column<LedgerEntry> => ({
    firm: true,
    title: m[name],
    from: 'sm',
    cell: ({ postings, currency }) =>
      postings
        .filter((posting) => !isZero(posting[name]))
        .map((posting, _, all) => (
          <Text size="sm" key={`${posting.account} ${posting.tax_rate}`}>
            {posting.tax_rate === null
              ? m.accounts[posting.account]
              : m.tax(m.accounts[posting.account], posting.tax_name ?? posting.tax_rate)}
            {all.length > 1 && ` ${format.decimal(posting[name], currency)}`}
          </Text>
        )),
  })
  const columns: Column<LedgerEntry>[] = [
    {
      title: m.what,
      firm: true,
      cell: ({ kind }) => m.kinds[kind],
      to: pageOf,
      below: (entry) => (
        <>
          {entry.customer_id !== null && (
            <>
              <CustomerName id={entry.customer_id} />
              <br />
            </>
          )}
          {format.time(entry.created_at)}
          {valued(entry)}
        </>
      ),
    },
    {
      title: m.at,
      cell: (entry) => (
        <>
          {format.time(entry.created_at)}
          {valued(entry)}
        </>
      ),
      from: 'sm',
      narrow: true,
    },
    {
      title: m.customer,
      cell: ({ customer_id }) => customer_id !== null && <CustomerName id={customer_id} />,
      from: 'lg',
    },
    side('debit'),
    side('credit'),
    {
      title: m.amount,
      numeric: true,
      cell: (entry) => format.decimal(sumOf(entry), entry.currency),
    },
  ]
  const choices = <Name extends string>(names: readonly Name[], said: Record<Name, string>) =>
    names.map((value) => ({ value, label: said[value] }))
  return (
    <List<LedgerEntry>
      label={m.tabs.entries}
      path="/ledger/entries"
      permission="ledger:read"
      columns={columns}
      idOf={({ id }) => id}
      filters={[
        {
          kind: 'choice',
          label: m.account,
          names: ['account'],
          choices: choices(LEDGER_ACCOUNTS, m.accounts),
        },
        { kind: 'choice', label: m.kind, names: ['kind'], choices: choices(LEDGER_KINDS, m.kinds) },
        { kind: 'customer', label: m.customer, names: ['customer_id'] },
        { kind: 'text', label: m.currency, names: ['currency'] },
        { kind: 'days', label: m.date, names: ['value_date[gte]', 'value_date[lte]'] },
      ]}
      empty={
        <Empty
          text={m.noEntries}
          button={<ButtonLink to="invoices/new">{m.newInvoice}</ButtonLink>}
        />
      }
    />
  )
}

const SCALE = 8

/** The total debits of an entry, equal to its credits, with the ledger's eight decimals. */
function sumOf({ postings }: LedgerEntry): string {
  const sum = postings.reduce((sum, { debit }) => sum + parseDecimal(debit, SCALE), 0n)
  return formatDecimal(sum, SCALE)
}
