// The trial balance: each account's debits, credits and balance, by currency, at the end of a day.
import { Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import type { TrialBalance } from '../../api/types.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { AsOf, useAsOf } from './as-of.tsx'
import { messages } from './messages.ts'

const PATH = '/ledger/trial_balance'

export function Balance() {
  const m = useMessages(messages)
  const query = { as_of: useAsOf() }
  return (
    <Loaded query={useRead<TrialBalance>(PATH, query)} permission="ledger:read">
      {({ as_of, currencies }) => (
        <Stack>
          <Text size="sm">{m.balanceText}</Text>
          <AsOf shown={as_of} />
          {currencies.length === 0 && <Text py="md">{m.noBalance}</Text>}
          {currencies.map((each) => (
            <OneCurrency key={each.currency} balance={each} asOf={as_of} />
          ))}
          <ApiCall call={{ method: 'GET', path: PATH, query }} />
        </Stack>
      )}
    </Loaded>
  )
}

interface OneCurrencyProps {
  balance: TrialBalance['currencies'][number]
  asOf: string
}

function OneCurrency({ balance, asOf }: OneCurrencyProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { currency, accounts, debit, credit } = balance
  const money = (decimal: string) => format.decimal(decimal, currency)
  const name = currency.toUpperCase()
  return (
    <section aria-label={name}>
      <Title order={2} mb="xs">
        {name}
      </Title>
      <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }}>
        <Table verticalSpacing="xs" className="balance" aria-label={`${m.tabs.balance}, ${name}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.account}</Table.Th>
              <Table.Th scope="col" className="numeric" visibleFrom="sm">
                {m.debit}
              </Table.Th>
              <Table.Th scope="col" className="numeric" visibleFrom="sm">
                {m.credit}
              </Table.Th>
              <Table.Th scope="col" className="numeric">
                {m.balance}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.flatMap((each) => [
              <Table.Tr key={each.account}>
                <Table.Td>
                  <PageLink
                    to="ledger"
                    search={{ account: each.account, currency, 'value_date[lte]': asOf }}
                    size="sm"
                  >
                    {m.accounts[each.account]}
                  </PageLink>
                </Table.Td>
                <SumCells sums={each} money={money} />
              </Table.Tr>,
              ...each.taxes.map((tax) => (
                <Table.Tr key={tax.tax_rate} c="dimmed">
                  <Table.Td pl="xl">
                    {tax.tax_name ?? tax.tax_rate}{' '}
                    {tax.tax_name && (
                      <Text span size="xs" visibleFrom="sm">
                        {tax.tax_rate}
                      </Text>
                    )}
                  </Table.Td>
                  <SumCells sums={tax} money={money} />
                </Table.Tr>
              )),
            ])}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr fw={600}>
              <Table.Th scope="row">{m.sum}</Table.Th>
              <Table.Td className="numeric" visibleFrom="sm">
                {money(debit)}
              </Table.Td>
              <Table.Td className="numeric" visibleFrom="sm">
                {money(credit)}
              </Table.Td>
              <Table.Td className="numeric">{money('0')}</Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Paper>
    </section>
  )
}

type Sums = Pick<
  TrialBalance['currencies'][number]['accounts'][number],
  'debit' | 'credit' | 'balance'
>

function SumCells({ sums, money }: { sums: Sums; money: (decimal: string) => string }) {
  return (
    <>
      <Table.Td className="numeric" visibleFrom="sm">
        {money(sums.debit)}
      </Table.Td>
      <Table.Td className="numeric" visibleFrom="sm">
        {money(sums.credit)}
      </Table.Td>
      <Table.Td className="numeric">{money(sums.balance)}</Table.Td>
    </>
  )
}
