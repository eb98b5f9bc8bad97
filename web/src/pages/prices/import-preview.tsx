// The prices that an import creates, before, during and after it.
import { Button, Group, Paper, Progress, Stack, Table, Text, Title } from '@mantine/core'
import type { Run } from '../../list/run-all.ts'
import { ButtonLink } from '../../page/page-link.tsx'
import { useErrorText } from '../../text/errors.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { importMessages } from './import-messages.ts'
import type { ImportRow } from './import-rows.ts'
import { useIntervalText } from './interval.ts'
import { messages } from './messages.ts'
import { usePriceText } from './price-text.ts'
import type { PriceTerms } from './types.ts'

/** Enough rows to show that the columns were understood. */
const SHOWN_MOST = 20

const NO_TERMS: Omit<PriceTerms, 'model'> = {
  unit_amount: null,
  unit_amount_decimal: null,
  tiers: null,
  size: null,
  free_units: null,
  rate: null,
  per_event: null,
  free_events: null,
  free_amount: null,
}

/** In the format of prices elsewhere: valid rows have all that their model needs. */
const termsOf = ({ model, currency, terms }: ImportRow) =>
  ({ ...NO_TERMS, ...terms, model, currency }) as PriceTerms & { currency: string }

const intervalOf = ({ body: { interval, interval_count, billing } }: ImportRow) => ({
  interval: interval ?? null,
  interval_count: interval_count ?? 1,
  billing: billing ?? null,
})

export function ImportPreview({ rows }: { rows: readonly ImportRow[] }) {
  const m = useMessages(importMessages)
  const all = useMessages(messages)
  const format = useFormat()
  const text = usePriceText()
  const interval = useIntervalText()
  if (rows.length === 0) return null
  const left = rows.length - SHOWN_MOST
  return (
    <Stack gap="xs">
      <Title order={2}>{m.preview}</Title>
      <Paper withBorder bg="var(--r-surface)" className="list" style={{ overflow: 'hidden' }}>
        <Table aria-label={m.preview}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" className="narrow">
                {m.line}
              </Table.Th>
              <Table.Th scope="col">{all.product}</Table.Th>
              <Table.Th scope="col">{all.amount}</Table.Th>
              <Table.Th scope="col" visibleFrom="sm">
                {all.description}
              </Table.Th>
              <Table.Th scope="col" visibleFrom="sm">
                {all.lookupKey}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN_MOST).map((row) => (
              <Table.Tr key={row.line}>
                <Table.Td className="narrow">{row.line}</Table.Td>
                <Table.Td>{row.product}</Table.Td>
                <Table.Td>
                  {[text.short(termsOf(row)), interval(intervalOf(row))].filter(Boolean).join(', ')}
                </Table.Td>
                <Table.Td visibleFrom="sm">{row.body.description ?? '–'}</Table.Td>
                <Table.Td visibleFrom="sm">{row.body.lookup_key ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {m.moreRows(format.number(left))}
        </Text>
      )}
    </Stack>
  )
}

interface ImportOutcomeProps {
  run: Run<ImportRow>
  start: (rows: readonly ImportRow[]) => Promise<void>
  stop: () => void
  onAgain: () => void
}

export function ImportOutcome({ run, start, stop, onAgain }: ImportOutcomeProps) {
  const m = useMessages(importMessages)
  const format = useFormat()
  const { done, failed, left, of, state } = run
  const again = [...failed.map(({ item }) => item), ...left]
  const isRunning = state === 'running'
  return (
    <Paper withBorder p="md" bg="var(--r-surface)">
      <div role="status">
        <Progress
          value={((done.length + failed.length) / of) * 100}
          aria-label={m.progress}
          mb="xs"
          color={failed.length > 0 ? 'orange' : undefined}
        />
        <Text size="sm">{m.done(format.number(done.length), format.number(of))}</Text>
        {!isRunning && left.length > 0 && (
          <Text size="sm">{m.notBegun(format.number(left.length))}</Text>
        )}
        <Failures failed={failed} />
      </div>
      <Group mt="md" gap="xs">
        {isRunning && (
          <Button variant="default" onClick={stop}>
            {m.stop}
          </Button>
        )}
        {!isRunning && again.length > 0 && (
          <Button onClick={() => void start(again)}>{m.retry(format.number(again.length))}</Button>
        )}
        {!isRunning && (
          <>
            <ButtonLink to="products" variant="default">
              {m.toProducts}
            </ButtonLink>
            <Button variant="subtle" onClick={onAgain}>
              {m.again}
            </Button>
          </>
        )}
      </Group>
    </Paper>
  )
}

function Failures({ failed }: Pick<Run<ImportRow>, 'failed'>) {
  const m = useMessages(importMessages)
  const errorText = useErrorText()
  if (failed.length === 0) return null
  return (
    <Stack component="ul" gap={4} mt="xs" pl="md" mb={0}>
      {failed.map(({ item, error }) => (
        <Text component="li" size="sm" key={item.line}>
          {m.at(String(item.line), `${item.product} – ${errorText(error)}`)}
        </Text>
      ))}
    </Stack>
  )
}
