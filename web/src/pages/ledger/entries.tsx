// Every entry of the ledger, the newest first, with what it debited and credited.
import { Text } from '@mantine/core'
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from '../../../../src/domain/ledger.ts'
import { formatDecimal, parseDecimal } from '../../../../src/domain/money.ts'
import type { LedgerEntry } from '../../api/types.ts'
import { CustomerName } from '../../parts/customer-name.tsx'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import type { Column } from '../../parts/list-table.tsx'
import { ButtonLink } from '../../parts/page-link.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

/** The page of what moved the money. */
function pageOf({ object_id, customer_id }: LedgerEntry): string {
  if (object_id.startsWith('inv_')) return `invoices/${object_id}`
  if (object_id.startsWith('pay_')) return `payments/${object_id}`
  return `customers/${customer_id.replace('cus_', '')}`
}

const isZero = (decimal: string) => !/[1-9]/.test(decimal)

export function Entries() {
  const w = useWords(words)
  const format = useFormat()
  const side = (name: 'debit' | 'credit'): Column<LedgerEntry> => ({
    firm: true,
    title: w[name],
    from: 'sm',
    cell: ({ postings, currency }) =>
      postings
        .filter((posting) => !isZero(posting[name]))
        .map((posting, _, all) => (
          <Text size="sm" key={posting.account}>
            {w.accounts[posting.account]}
            {all.length > 1 && ` ${format.decimal(posting[name], currency)}`}
          </Text>
        )),
  })
  const columns: Column<LedgerEntry>[] = [
    {
      title: w.what,
      firm: true,
      cell: ({ kind }) => w.kinds[kind],
      to: pageOf,
      below: ({ customer_id, created_at }) => (
        <>
          <CustomerName id={customer_id} />
          <br />
          {format.time(created_at)}
        </>
      ),
    },
    { title: w.at, cell: ({ created_at }) => format.time(created_at), from: 'sm', narrow: true },
    { title: w.customer, cell: ({ customer_id }) => <CustomerName id={customer_id} />, from: 'lg' },
    side('debit'),
    side('credit'),
    {
      title: w.amount,
      numeric: true,
      cell: (entry) => format.decimal(sumOf(entry), entry.currency),
    },
  ]
  const choices = <Name extends string>(names: readonly Name[], said: Record<Name, string>) =>
    names.map((value) => ({ value, label: said[value] }))
  return (
    <List<LedgerEntry>
      label={w.tabs.entries}
      path="/ledger/entries"
      permission="ledger:read"
      columns={columns}
      idOf={({ id }) => id}
      filters={[
        {
          kind: 'choice',
          label: w.account,
          names: ['account'],
          choices: choices(LEDGER_ACCOUNTS, w.accounts),
        },
        { kind: 'choice', label: w.kind, names: ['kind'], choices: choices(LEDGER_KINDS, w.kinds) },
        { kind: 'customer', label: w.customer, names: ['customer_id'] },
        { kind: 'text', label: w.currency, names: ['currency'] },
        { kind: 'days', label: w.date, names: ['date[gte]', 'date[lte]'] },
      ]}
      empty={
        <Empty
          text={w.noEntries}
          button={<ButtonLink to="invoices/new">{w.newInvoice}</ButtonLink>}
        />
      }
    />
  )
}

const SCALE = 8

/** The debits of an entry, which are its credits too, in the ledger's eight digits. */
function sumOf({ postings }: LedgerEntry): string {
  const sum = postings.reduce((sum, { debit }) => sum + parseDecimal(debit, SCALE), 0n)
  return formatDecimal(sum, SCALE)
}
