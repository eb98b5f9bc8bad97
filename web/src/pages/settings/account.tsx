// Settings of the account: who it is, where, in which currency, zone and language.
import { SimpleGrid } from '@mantine/core'
import { useCountries, useCurrencies, useLanguages, ZONES } from '../../parts/choices.ts'
import { ChoiceField, TextField } from '../../parts/fields.tsx'
import { useWords } from '../../words/language.tsx'
import { SettingsForm } from './frame.tsx'
import { TaxNumbers } from './tax-numbers.tsx'
import { words } from './words.ts'

export function AccountSettingsPage() {
  const w = useWords(words)
  const currencies = useCurrencies()
  const languages = useLanguages()
  // An account may have none, as long as nothing asks for it.
  const countries = [{ value: '', label: '–' }, ...useCountries()]
  return (
    <SettingsForm
      page="account"
      valuesOf={({ name, legal_name, address_line1, address_line2, city, ...rest }) => ({
        ...{ name, legal_name, address_line1, address_line2, city },
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
          <TextField form={form} name="name" label={w.name} description={w.nameHint} required />
          <TextField form={form} name="legal_name" label={w.legalName} />
          <TextField form={form} name="address_line1" label={w.address1} />
          <TextField form={form} name="address_line2" label={w.address2} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField form={form} name="city" label={w.city} />
            <TextField form={form} name="state_province" label={w.state} />
            <TextField form={form} name="postal_code" label={w.postal} />
            <ChoiceField form={form} name="country" label={w.country} choices={countries} />
            <TextField form={form} name="email" label={w.email} type="email" />
            <TextField form={form} name="phone" label={w.phone} type="tel" />
          </SimpleGrid>
          <TextField form={form} name="website" label={w.website} />
          <TaxNumbers form={form} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ChoiceField
              form={form}
              name="default_currency"
              label={w.currency}
              description={w.currencyHint}
              choices={currencies}
            />
            <ChoiceField
              form={form}
              name="time_zone"
              label={w.zone}
              description={w.zoneHint}
              choices={ZONES}
            />
            <ChoiceField
              form={form}
              name="language"
              label={w.language}
              description={w.languageHint}
              choices={languages}
            />
          </SimpleGrid>
        </>
      )}
    </SettingsForm>
  )
}
