// Where the account is registered for tax: adding a registration, and ending one.
import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { UNION } from '../../../../src/domain/tax/places.ts'
import { builtInRates } from '../../../../src/domain/tax/tables.ts'
import { TAX_SCHEMES, type TaxScheme } from '../../../../src/domain/tax/tax.ts'
import { useToday } from '../../api/today.ts'
import type { TaxRegistration } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ChoiceField } from '../../form/choice-field.tsx'
import { useCountries } from '../../form/choices.ts'
import { RegionField } from '../../form/region-field.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { useMessages } from '../../text/locale.tsx'
import { EndDialog } from './tax-end.tsx'
import { AutomaticOff } from './tax-general.tsx'
import { messages } from './tax-messages.ts'
import { useTaxText } from './tax-text.ts'

const PATH = '/tax_registrations'
const SAMPLE = { country: 'CA', number: '123456789 RT0001', valid_from: '2026-01-01' }

export function Registrations() {
  const m = useMessages(messages)
  const text = useTaxText()
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<TaxRegistration>()
  const add = (
    <ActionButton permission="tax:write" onClick={() => setAdding(true)}>
      {m.register}
    </ActionButton>
  )
  return (
    <Stack>
      <Text size="sm" maw="70ch">
        {m.registrationsText}
      </Text>
      <AutomaticOff />
      <div>{add}</div>
      <List<TaxRegistration>
        label={m.tabs.registrations}
        path={PATH}
        permission="tax:read"
        idOf={({ id }) => id}
        columns={[
          { title: m.place, cell: text.registeredIn, below: ({ number }) => number },
          { title: m.scheme, cell: ({ scheme }) => m.schemes[scheme], from: 'sm' },
          { title: m.number, cell: ({ number }) => number || '–', from: 'sm' },
          { title: m.dates, cell: text.dates, from: 'xs' },
          {
            title: m.actions,
            cell: (registration) => (
              <ActionButton
                permission="tax:write"
                variant="default"
                size="compact-xs"
                onClick={() => setEnding(registration)}
              >
                {m.end}
              </ActionButton>
            ),
            narrow: true,
          },
        ]}
        empty={
          <Empty text={m.noRegistrations} call={{ method: 'POST', path: PATH, body: SAMPLE }} />
        }
      />
      {adding && <Register onClose={() => setAdding(false)} />}
      {ending && (
        <EndDialog
          path={`${PATH}/${ending.id}`}
          title={m.endRegistrationTitle(text.registeredIn(ending))}
          from={ending.valid_from}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Stack>
  )
}

const CANADIAN = ['', 'QC', 'BC', 'SK', 'MB'] as const

/** The default source of a country's rates. */
function usualScheme(country: string): TaxScheme {
  return builtInRates().some((rate) => rate.country === country) ? 'standard' : 'manual'
}

function Register({ onClose }: { onClose: () => void }) {
  const m = useMessages(messages)
  const countries = useCountries()
  const today = useToday()
  const [country, setCountry] = useState('')
  const [scheme, setScheme] = useState<TaxScheme>('standard')
  // In Canada nothing is preselected, as an existing registration would be refused.
  const [region, setRegion] = useState<string>()
  const [number, setNumber] = useState('')
  const [from, setFrom] = useState('')
  const valid_from = from || today || ''
  const body = {
    country,
    scheme,
    ...(region && region !== 'CA' && { region }),
    ...(number && { number }),
    valid_from,
  }
  const choose = (next: string) => {
    setCountry(next)
    setScheme(usualScheme(next))
    setRegion(undefined)
  }
  const isCanadian = country === 'CA' && scheme !== 'manual'
  const isChosen = country !== '' && (!isCanadian || region !== undefined)
  const schemes = TAX_SCHEMES.filter((each) => each !== 'oss_union' || UNION.has(country))
  return (
    <ActionDialog
      title={m.registerTitle}
      call={{ method: 'POST', path: PATH, body }}
      label={m.register}
      done={m.registered}
      incomplete={!isChosen || valid_from === ''}
      onClose={onClose}
    >
      <ChoiceField
        label={m.country}
        data-autofocus
        choices={countries}
        value={country}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <ChoiceField
        label={m.scheme}
        description={m.schemeHints[scheme]}
        choices={schemes.map((value) => ({ value, label: m.schemes[value] }))}
        value={scheme}
        onChange={(event) => {
          setScheme(event.currentTarget.value as TaxScheme)
          setRegion(undefined)
        }}
      />
      {isCanadian && <CanadianTax value={region ?? ''} onChange={setRegion} />}
      {scheme === 'manual' && (
        <RegionField
          label={m.region}
          description={m.regionHint}
          country={country}
          value={region ?? ''}
          onChange={setRegion}
        />
      )}
      <TextInput
        label={m.number}
        maxLength={64}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <TextInput
        label={m.validFrom}
        type="date"
        value={valid_from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

interface CanadianTaxProps {
  /** `CA` for the federal tax; '' while none is chosen. */
  value: string
  onChange: (value: string) => void
}

/** The choice of tax in Canada: the federal one, or that of a province with its own. */
function CanadianTax({ value, onChange }: CanadianTaxProps) {
  const m = useMessages(messages)
  return (
    <ChoiceField
      label={m.tax}
      choices={CANADIAN.map((region) => ({ value: region || 'CA', label: m.canadian[region] }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
