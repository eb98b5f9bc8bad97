// The statement of a customer: its days, the balances of each currency, and the files to download.
import { Button, Group, Modal, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { queryText } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import { useToday } from '../../api/today.ts'
import type { Customer, CustomerStatement } from '../../api/types.ts'
import { IconDownload } from '../../icons.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PdfButton } from '../../page/pdf-button.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages as periodMessages } from '../tax-report/messages.ts'
import { type Period, PRESETS, type Preset, periodOf } from '../tax-report/periods.ts'
import { messages } from './messages.ts'

interface Chosen extends Period {
  preset: Preset | 'custom'
}

/** A period until today, since a statement cannot end later. */
function until(today: string, preset: Preset): Chosen {
  const { from, to } = periodOf(preset, today)
  return { preset, from, to: to < today ? to : today }
}

interface StatementDialogProps {
  customer: Customer
  /** Closing returns the focus, which removing an open dialog does not. */
  opened: boolean
  onClose: () => void
}

export function StatementDialog({ customer, opened, onClose }: StatementDialogProps) {
  const m = useMessages(messages)
  const known = useToday()
  // A user who may not read the test clock gets this computer's date.
  const today = known === '' ? new Date().toISOString().slice(0, 10) : known
  return (
    <Modal opened={opened} onClose={onClose} title={m.statementOf(customer.name)}>
      {today && <Dated customer={customer} today={today} />}
    </Modal>
  )
}

function Dated({ customer, today }: { customer: Customer; today: string }) {
  const [chosen, choose] = useState(() => until(today, 'last_month'))
  const { from, to } = chosen
  const path = `/customers/${customer.id}/statement`
  const query = useRead<CustomerStatement>(path, { from, to })
  return (
    <Stack>
      <Days chosen={chosen} choose={choose} today={today} />
      <Loaded query={query} permission="invoices:read">
        {(statement) => <Downloads statement={statement} path={path} />}
      </Loaded>
    </Stack>
  )
}

interface DaysProps {
  chosen: Chosen
  choose: (chosen: Chosen) => void
  today: string
}

function Days({ chosen, choose, today }: DaysProps) {
  const m = useMessages(periodMessages)
  const presets = PRESETS.map((value) => ({ value, label: m.presets[value] }))
  const custom = { value: 'custom' as const, label: m.custom }
  const day = (name: keyof Period, label: string) => (
    <TextInput
      type="date"
      label={label}
      max={today}
      value={chosen[name]}
      onChange={(event) => {
        const { value } = event.currentTarget
        if (value) choose({ ...chosen, preset: 'custom', [name]: value })
      }}
    />
  )
  return (
    <>
      <NativeSelect
        label={m.period}
        value={chosen.preset}
        data={chosen.preset === 'custom' ? [...presets, custom] : presets}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value !== 'custom') choose(until(today, value as Preset))
        }}
      />
      <Group grow>
        {day('from', m.from)}
        {day('to', m.to)}
      </Group>
    </>
  )
}

function Downloads({ statement, path }: { statement: CustomerStatement; path: string }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { surface } = useTenant()
  const { from, to, currencies } = statement
  const isOne = currencies.length === 1
  return (
    <>
      {currencies.map(({ currency, opening, closing, movements }) => (
        <Paper key={currency} withBorder p="sm">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {m.movements(
                format.money(opening.balance, currency),
                format.money(closing.balance, currency),
                movements.length,
              )}
            </Text>
            <PdfButton
              href={`${surface}${path}/pdf${queryText({ from, to, currency })}`}
              label={isOne ? m.pdf : m.pdfIn(currency.toUpperCase())}
            />
          </Stack>
        </Paper>
      ))}
      <Group justify="flex-end">
        <Button
          component="a"
          href={`${surface}${path}.csv${queryText({ from, to })}`}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {m.csv}
        </Button>
      </Group>
    </>
  )
}
