// The trial balance: each account's debits, credits and balance, by currency, at the end of a day.
import { Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import type { TrialBalance } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { AsOf, useAsOf } from './as-of.tsx'
import { words } from './words.ts'

const PATH = '/ledger/trial_balance'

export function Balance() {
  const w = useWords(words)
  const query = { as_of: useAsOf() }
  return (
    <Loaded query={useRead<TrialBalance>(PATH, query)} permission="ledger:read">
      {({ as_of, currencies }) => (
        <Stack>
          <Text size="sm">{w.balanceText}</Text>
          <AsOf shown={as_of} />
          {currencies.length === 0 && <Text py="md">{w.noBalance}</Text>}
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
  const w = useWords(words)
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
        <Table verticalSpacing="xs" className="balance" aria-label={`${w.tabs.balance}, ${name}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{w.account}</Table.Th>
              <Table.Th scope="col" className="numeric" visibleFrom="sm">
                {w.debit}
              </Table.Th>
              <Table.Th scope="col" className="numeric" visibleFrom="sm">
                {w.credit}
              </Table.Th>
              <Table.Th scope="col" className="numeric">
                {w.balance}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map((each) => (
              <Table.Tr key={each.account}>
                <Table.Td>
                  <PageLink
                    to="ledger"
                    search={{ account: each.account, currency, 'date[lte]': asOf }}
                    size="sm"
                  >
                    {w.accounts[each.account]}
                  </PageLink>
                </Table.Td>
                <Table.Td className="numeric" visibleFrom="sm">
                  {money(each.debit)}
                </Table.Td>
                <Table.Td className="numeric" visibleFrom="sm">
                  {money(each.credit)}
                </Table.Td>
                <Table.Td className="numeric">{money(each.balance)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr fw={600}>
              <Table.Th scope="row">{w.sum}</Table.Th>
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
