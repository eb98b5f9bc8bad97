// Account settings: name, address, currency, time zone and language.
import { SimpleGrid, TextInput } from '@mantine/core'
import { ChoiceField } from '../../form/choice-field.tsx'
import { useCountries, useCurrencies, useLanguages, ZONES } from '../../form/choices.ts'
import { RegionField } from '../../form/region-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { messages } from './messages.ts'
import { TaxNumbers } from './tax-numbers.tsx'

export function AccountSettingsPage() {
  const m = useMessages(messages)
  const currencies = useCurrencies()
  const languages = useLanguages()
  // An account can have no country while nothing requires one.
  const countries = [{ value: '', label: '–' }, ...useCountries()]
  return (
    <SettingsForm
      page="account"
      valuesOf={({ name, legal_name, address_line1, address_line2, city, ...rest }) => ({
        name,
        legal_name,
        address_line1,
        address_line2,
        city,
        state_province: rest.state_province,
        postal_code: rest.postal_code,
        country: rest.country,
        email: rest.email,
        phone: rest.phone,
        website: rest.website,
        tax_numbers: rest.tax_numbers,
        default_currency: rest.default_currency,
        time_zone: rest.time_zone,
        language: rest.language,
      })}
    >
      {(form) => (
        <>
          <TextInput
            {...form.getInputProps('name')}
            label={m.name}
            description={m.nameHint}
            required
          />
          <TextInput {...form.getInputProps('legal_name')} label={m.legalName} />
          <TextInput {...form.getInputProps('address_line1')} label={m.address1} />
          <TextInput {...form.getInputProps('address_line2')} label={m.address2} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput {...form.getInputProps('city')} label={m.city} />
            <TextInput {...form.getInputProps('postal_code')} label={m.postal} />
            <ChoiceField {...form.getInputProps('country')} label={m.country} choices={countries} />
            <RegionField
              {...form.getInputProps('state_province')}
              label={m.state}
              country={form.values.country}
            />
            <TextInput {...form.getInputProps('email')} label={m.email} type="email" />
            <TextInput {...form.getInputProps('phone')} label={m.phone} type="tel" />
          </SimpleGrid>
          <TextInput {...form.getInputProps('website')} label={m.website} />
          <TaxNumbers form={form} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ChoiceField
              {...form.getInputProps('default_currency')}
              label={m.currency}
              description={m.currencyHint}
              choices={currencies}
            />
            <ChoiceField
              {...form.getInputProps('time_zone')}
              label={m.zone}
              description={m.zoneHint}
              choices={ZONES}
            />
            <ChoiceField
              {...form.getInputProps('language')}
              label={m.language}
              description={m.languageHint}
              choices={languages}
            />
          </SimpleGrid>
        </>
      )}
    </SettingsForm>
  )
}
