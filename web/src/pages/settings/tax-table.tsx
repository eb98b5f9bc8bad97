// The built-in rates, by country, each with its law, its dates and its source.
import { NativeSelect, Paper, Stack, Table, Text } from '@mantine/core'
import { lawOf } from '../../../../src/domain/tax/laws.ts'
import { builtInRates } from '../../../../src/domain/tax/tables.ts'
import { useTenant } from '../../api/tenant.ts'
import { useSearchState } from '../../page/search-state.ts'
import { useFormat } from '../../text/format.ts'
import { useLanguage, useMessages } from '../../text/locale.tsx'
import { messages as taxMessages } from '../invoices/tax-messages.ts'
import { messages } from './tax-messages.ts'
import { useTaxText } from './tax-text.ts'

const COUNTRIES = [...new Set(builtInRates().map(({ country }) => country))]

export function TaxTable() {
  const m = useMessages(messages)
  const { called } = useMessages(taxMessages)
  const { language } = useLanguage()
  const format = useFormat()
  const text = useTaxText()
  const { settings } = useTenant()
  const [search, change] = useSearchState()
  const chosen = search.country ?? settings?.country ?? ''
  const country = COUNTRIES.includes(chosen) ? chosen : 'all'
  const rows = builtInRates().filter((row) => country === 'all' || row.country === country)
  const choices = COUNTRIES.map((value) => ({ value, label: text.country(value) })).sort((a, b) =>
    a.label.localeCompare(b.label, format.locale),
  )
  return (
    <Stack>
      <Text size="sm" maw="70ch">
        {m.tableText}
      </Text>
      <NativeSelect
        label={m.country}
        size="xs"
        maw={280}
        value={country}
        data={[{ value: 'all', label: m.allCountries }, ...choices]}
        onChange={(event) => change({ country: event.currentTarget.value })}
      />
      <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }}>
        <Table verticalSpacing="xs" aria-label={m.tabs.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.place}</Table.Th>
              <Table.Th scope="col">{m.tax}</Table.Th>
              <Table.Th scope="col" className="numeric">
                {m.rate}
              </Table.Th>
              <Table.Th scope="col" visibleFrom="sm">
                {m.dates}
              </Table.Th>
              <Table.Th scope="col" visibleFrom="md" w="45%">
                {m.source}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.rate} ${row.valid_from}`}>
                <Table.Td>{text.place(row)}</Table.Td>
                <Table.Td>
                  {called(row.name)}
                  <Text size="xs" c="dimmed">
                    {lawOf(language, { rate: row.rate, code: 'registered' })}
                  </Text>
                </Table.Td>
                <Table.Td className="numeric">{format.percent(row.percentage)}</Table.Td>
                <Table.Td visibleFrom="sm">{text.dates(row)}</Table.Td>
                <Table.Td visibleFrom="md" style={{ overflowWrap: 'anywhere' }}>
                  <Text size="xs" c="dimmed">
                    {row.source}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Stack>
  )
}
