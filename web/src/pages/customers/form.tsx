// The form of a customer, to create and edit one.
import { Checkbox, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { DEFAULT_COUNTRY } from '../../../../src/domain/customer.ts'
import { useHasGateway } from '../../api/gateways.ts'
import type { Customer } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { useCountries, useLanguages } from '../../form/choices.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { RegionField } from '../../form/region-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import { TaxIdFields, type TaxIdText } from './tax-ids.tsx'

export const NO_CUSTOMER = {
  name: '',
  email: '',
  contact_name: '',
  phone: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state_province: '',
  postal_code: '',
  country: '',
  tax_ids: [] as TaxIdText[],
  tax_exempt: false,
  auto_pay_enabled: false,
  language: '',
  external_id: '',
}
export type CustomerValues = typeof NO_CUSTOMER

/** The form values of a customer; null becomes empty. */
export function valuesOf(customer: Customer): CustomerValues {
  const known = Object.keys(NO_CUSTOMER).map((name) => {
    const value = customer[name as keyof Customer]
    if (name === 'tax_ids')
      return [name, customer.tax_ids.map(({ type, value }) => ({ type, value }))]
    return [name, value ?? NO_CUSTOMER[name as keyof CustomerValues]]
  })
  return Object.fromEntries(known) as CustomerValues
}

/** The request body of a new customer: the fields that were filled in. */
export function filled(values: CustomerValues): Partial<CustomerValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      if (Array.isArray(value)) return value.length > 0
      return name === 'name' || (value !== '' && value)
    }),
  )
}

interface CustomerFormProps {
  form: ApiForm<CustomerValues>
  label?: string
}

export function CustomerForm({ form, label }: CustomerFormProps) {
  const m = useMessages(messages)
  const hasGateway = useHasGateway()
  const countries = [{ value: '', label: '–' }, ...useCountries()]
  const languages = [{ value: '', label: m.asAccount }, ...useLanguages()]
  return (
    <FormFrame form={form} permission="customers:write" {...(label && { label })}>
      <TextInput {...form.getInputProps('name')} label={m.name} required />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...form.getInputProps('email')} label={m.email} type="email" />
        <TextInput {...form.getInputProps('phone')} label={m.phone} type="tel" />
        <TextInput {...form.getInputProps('contact_name')} label={m.contact} />
        <ChoiceField {...form.getInputProps('language')} label={m.language} choices={languages} />
      </SimpleGrid>
      <TextInput {...form.getInputProps('address_line1')} label={m.address1} />
      <TextInput {...form.getInputProps('address_line2')} label={m.address2} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...form.getInputProps('city')} label={m.city} />
        <TextInput {...form.getInputProps('postal_code')} label={m.postal} />
        <ChoiceField {...form.getInputProps('country')} label={m.country} choices={countries} />
        <RegionField
          {...form.getInputProps('state_province')}
          label={m.state}
          country={form.values.country || DEFAULT_COUNTRY}
        />
      </SimpleGrid>
      <TextInput {...form.getInputProps('external_id')} label={m.externalId} />
      <TaxIdFields form={form} />
      <Checkbox
        {...form.getInputProps('tax_exempt', { type: 'checkbox' })}
        label={m.taxExempt}
        description={m.taxExemptHint}
      />
      <Switch
        {...form.getInputProps('auto_pay_enabled', { type: 'checkbox' })}
        label={m.autoPay}
        description={m.autoPayHints[hasGateway ? 'charged' : 'noGateway']}
      />
    </FormFrame>
  )
}
