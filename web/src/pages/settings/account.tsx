// Settings of the account: who it is, where, in which currency, zone and language.
import { SimpleGrid } from '@mantine/core'
import { useCountries, useCurrencies, useLanguages, ZONES } from '../../form/choices.ts'
import { ChoiceField, TextField } from '../../form/fields.tsx'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { messages } from './messages.ts'
import { TaxNumbers } from './tax-numbers.tsx'

export function AccountSettingsPage() {
  const m = useMessages(messages)
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
          <TextField form={form} name="name" label={m.name} description={m.nameHint} required />
          <TextField form={form} name="legal_name" label={m.legalName} />
          <TextField form={form} name="address_line1" label={m.address1} />
          <TextField form={form} name="address_line2" label={m.address2} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField form={form} name="city" label={m.city} />
            <TextField form={form} name="state_province" label={m.state} />
            <TextField form={form} name="postal_code" label={m.postal} />
            <ChoiceField form={form} name="country" label={m.country} choices={countries} />
            <TextField form={form} name="email" label={m.email} type="email" />
            <TextField form={form} name="phone" label={m.phone} type="tel" />
          </SimpleGrid>
          <TextField form={form} name="website" label={m.website} />
          <TaxNumbers form={form} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ChoiceField
              form={form}
              name="default_currency"
              label={m.currency}
              description={m.currencyHint}
              choices={currencies}
            />
            <ChoiceField
              form={form}
              name="time_zone"
              label={m.zone}
              description={m.zoneHint}
              choices={ZONES}
            />
            <ChoiceField
              form={form}
              name="language"
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
