// The account's own tax rates: adding, ending and archiving them.
import { Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { TAX_CATEGORIES } from '../../../../src/domain/tax/tax.ts'
import { useTenant } from '../../api/tenant.ts'
import { useToday } from '../../api/today.ts'
import type { TaxRate } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ChoiceField } from '../../form/choice-field.tsx'
import { useCountries } from '../../form/choices.ts'
import { RegionField } from '../../form/region-field.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { percentInTwo, percentOf } from '../prices/decimals.ts'
import { EndDialog } from './tax-end.tsx'
import { messages } from './tax-messages.ts'
import { useTaxText } from './tax-text.ts'

const PATH = '/tax_rates'
const SAMPLE = {
  name: 'Sales tax',
  country: 'US',
  region: 'NY',
  percentage: '4',
  tax_code: 'standard',
  valid_from: '2026-01-01',
}

export function TaxRates() {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const format = useFormat()
  const text = useTaxText()
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<{ rate: TaxRate; ends: boolean }>()
  const close = () => setChosen(undefined)
  return (
    <Stack>
      <Text size="sm" maw="70ch">
        {m.ratesText}
      </Text>
      <div>
        <ActionButton permission="tax:write" onClick={() => setAdding(true)}>
          {m.addRate}
        </ActionButton>
      </div>
      <List<TaxRate>
        label={m.tabs.rates}
        path={PATH}
        permission="tax:read"
        idOf={({ id }) => id}
        filters={[
          {
            kind: 'tabs',
            label: m.status,
            names: ['active'],
            choices: [
              { value: 'true', label: statuses.active },
              { value: 'false', label: statuses.archived },
            ],
          },
        ]}
        columns={[
          { title: m.name, cell: ({ name }) => name, below: text.place },
          { title: m.place, cell: text.place, from: 'sm' },
          { title: m.rate, cell: ({ percentage }) => format.percent(percentage), numeric: true },
          { title: m.dates, cell: text.dates, from: 'sm' },
          {
            title: m.status,
            cell: ({ active }) => <StatusBadge status={active ? 'active' : 'archived'} />,
            from: 'md',
            narrow: true,
          },
          {
            title: m.actions,
            cell: (rate) => <RowActions rate={rate} ask={(ends) => setChosen({ rate, ends })} />,
            narrow: true,
          },
        ]}
        empty={<Empty text={m.noRates} call={{ method: 'POST', path: PATH, body: SAMPLE }} />}
      />
      {adding && <AddRate onClose={() => setAdding(false)} />}
      {chosen?.ends === true && (
        <EndDialog
          path={`${PATH}/${chosen.rate.id}`}
          title={m.endRateTitle(chosen.rate.name)}
          from={chosen.rate.valid_from}
          onClose={close}
        />
      )}
      {chosen?.ends === false && <Archive rate={chosen.rate} onClose={close} />}
    </Stack>
  )
}

function RowActions({ rate, ask }: { rate: TaxRate; ask: (ends: boolean) => void }) {
  const m = useMessages(messages)
  const shape = { permission: 'tax:write', variant: 'default', size: 'compact-xs' } as const
  return (
    <Group gap={4} wrap="nowrap">
      <ActionButton {...shape} onClick={() => ask(true)}>
        {m.end}
      </ActionButton>
      <ActionButton {...shape} onClick={() => ask(false)}>
        {rate.active ? m.archive : m.activate}
      </ActionButton>
    </Group>
  )
}

/** Archives or restores the rate. */
function Archive({ rate, onClose }: { rate: TaxRate; onClose: () => void }) {
  const m = useMessages(messages)
  const { id, name, active } = rate
  return (
    <ActionDialog
      title={active ? m.archiveTitle(name) : m.activateTitle(name)}
      call={{ method: 'PATCH', path: `${PATH}/${id}`, body: { active: !active } }}
      label={active ? m.archive : m.activate}
      done={active ? m.archived : m.activated}
      onClose={onClose}
    >
      {active && <Text size="sm">{m.archiveText}</Text>}
    </ActionDialog>
  )
}

/** Without reverse charge, which follows from the customer and not from a rate. */
const CATEGORIES = TAX_CATEGORIES.filter((category) => category !== 'reverse_charge')

const NO_RATE = {
  name: '',
  country: '',
  region: '',
  postal_prefix: '',
  percentage: '',
  category: 'standard',
  tax_code: 'standard',
  valid_from: '',
  reference: '',
}

function AddRate({ onClose }: { onClose: () => void }) {
  const m = useMessages(messages)
  const { settings } = useTenant()
  const countries = useCountries()
  const today = useToday() ?? ''
  const [typed, setTyped] = useState({ ...NO_RATE, country: settings?.country || 'US' })
  const [inclusive, setInclusive] = useState(false)
  const valid_from = typed.valid_from || today
  const { locale } = useFormat()
  const percentage = percentOf(typed.percentage, locale) ?? typed.percentage.trim()
  const twoPercentages = percentInTwo(typed.percentage, locale)
  const values = { ...typed, valid_from, percentage }
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const field = (name: keyof typeof NO_RATE) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
  })
  return (
    <ActionDialog
      title={m.addRate}
      call={{ method: 'POST', path: PATH, body: { ...given, ...(inclusive && { inclusive }) } }}
      label={m.addRate}
      done={m.rateAdded}
      incomplete={!values.name.trim() || !percentage || twoPercentages !== undefined || !valid_from}
      size="lg"
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={m.name} required maxLength={64} data-autofocus {...field('name')} />
        <TextInput
          label={m.percentage}
          required
          inputMode="decimal"
          {...field('percentage')}
          value={typed.percentage}
          error={twoPercentages}
        />
        <ChoiceField label={m.country} choices={countries} {...field('country')} />
        <RegionField
          label={m.region}
          maxLength={64}
          country={typed.country}
          value={typed.region}
          onChange={(region) => setTyped((before) => ({ ...before, region }))}
        />
        <TextInput
          label={m.postalPrefix}
          description={m.postalHint}
          maxLength={10}
          {...field('postal_prefix')}
        />
        <TextInput label={m.taxCode} description={m.taxCodeHint} {...field('tax_code')} />
        <ChoiceField
          label={m.category}
          choices={CATEGORIES.map((value) => ({ value, label: m.categories[value] }))}
          {...field('category')}
        />
        <TextInput label={m.validFrom} type="date" {...field('valid_from')} />
      </SimpleGrid>
      <TextInput
        label={m.reference}
        description={m.referenceHint}
        maxLength={500}
        {...field('reference')}
      />
      <Checkbox
        label={m.included}
        checked={inclusive}
        onChange={(event) => setInclusive(event.currentTarget.checked)}
      />
    </ActionDialog>
  )
}
