// Receivables by days past due: in total, and by customer.
import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import type { Aging } from '../../api/types.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useSearchState } from '../../page/search-state.ts'
import { plusDays } from '../../text/days.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { AsOf, useAsOf } from './as-of.tsx'
import { messages } from './messages.ts'

const PATH = '/ledger/receivables_aging'

/** The range of days past due of each bucket. */
const BUCKETS = [
  ['current', undefined, 0],
  ['days_1_30', 1, 30],
  ['days_31_60', 31, 60],
  ['days_61_90', 61, 90],
  ['days_over_90', 91, undefined],
] as const

export function Ageing() {
  const m = useMessages(messages)
  const [search, change] = useSearchState()
  const asOf = useAsOf()
  const query = { as_of: asOf, starting_after: search.starting_after, limit: 25 }
  return (
    <Loaded query={useRead<Aging>(PATH, query)} permission="ledger:read">
      {({ as_of, currencies, data, has_more }) => (
        <Stack>
          <Text size="sm">{m.ageingText}</Text>
          <AsOf shown={as_of} />
          {currencies.length === 0 ? (
            <Text py="md">{m.noAgeing}</Text>
          ) : (
            <Totals currencies={currencies} today={asOf === undefined ? as_of : undefined} />
          )}
          {data.length > 0 && <Customers rows={data} />}
          <Group justify="flex-end" gap="xs">
            {search.starting_after && (
              <Button
                size="xs"
                variant="default"
                onClick={() => change({ starting_after: undefined })}
              >
                {m.fromStart}
              </Button>
            )}
            {has_more && (
              <Button
                size="xs"
                variant="default"
                onClick={() => change({ starting_after: data.at(-1)?.customer_id })}
              >
                {m.more}
              </Button>
            )}
          </Group>
          <ApiCall call={{ method: 'GET', path: PATH, query: { as_of: asOf } }} />
        </Stack>
      )}
    </Loaded>
  )
}

interface TotalsProps {
  currencies: Aging['currencies']
  /** The list of invoices shows today only: for other days, figures have no link. */
  today: string | undefined
}

/** One table per currency: its figures link to the invoices that add up to them. */
function Totals({ currencies, today }: TotalsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  return currencies.map((each) => (
    <Paper key={each.currency} withBorder bg="var(--r-surface)" p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2}>{each.currency.toUpperCase()}</Title>
        <Text size="sm" c="dimmed">
          {m.owing(format.number(each.customers), each.customers === 1)}
        </Text>
      </Group>
      <dl className="figures">
        {BUCKETS.map(([name, least, most]) => (
          <div key={name}>
            <dt>{m.buckets[name]}</dt>
            <dd>
              {today ? (
                <PageLink
                  to="invoices"
                  search={{
                    open: 'true',
                    currency: each.currency,
                    ...(most !== undefined && { 'due_date[gte]': plusDays(today, -most) }),
                    ...(least !== undefined && { 'due_date[lte]': plusDays(today, -least) }),
                  }}
                >
                  {format.decimal(each[name], each.currency)}
                </PageLink>
              ) : (
                format.decimal(each[name], each.currency)
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{m.total}</dt>
          <dd>{format.decimal(each.total, each.currency)}</dd>
        </div>
      </dl>
    </Paper>
  ))
}

function Customers({ rows }: { rows: Aging['data'] }) {
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <section aria-label={m.byCustomer}>
      <Title order={2} mb="xs">
        {m.byCustomer}
      </Title>
      <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }}>
        <Table verticalSpacing="xs" aria-label={m.byCustomer}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.customer}</Table.Th>
              {BUCKETS.map(([name]) => (
                <Table.Th key={name} scope="col" className="numeric" visibleFrom="lg">
                  {m.buckets[name]}
                </Table.Th>
              ))}
              <Table.Th scope="col" className="numeric">
                {m.total}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.customer_id} ${row.currency}`}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <PageLink
                    to={`customers/${row.customer_id.replace('cus_', '')}`}
                    search={{ tab: 'invoices' }}
                    size="sm"
                  >
                    {row.customer_name}
                  </PageLink>
                </Table.Td>
                {BUCKETS.map(([name]) => (
                  <Table.Td key={name} className="numeric" visibleFrom="lg">
                    {/[1-9]/.test(row[name]) ? format.decimal(row[name], row.currency) : '–'}
                  </Table.Td>
                ))}
                <Table.Td className="numeric">{format.decimal(row.total, row.currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </section>
  )
}
