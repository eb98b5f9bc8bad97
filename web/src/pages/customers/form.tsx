// The form of a customer, for a new one and for changes.
import { SimpleGrid } from '@mantine/core'
import type { Customer } from '../../api/types.ts'
import type { Shown } from '../../parts/api-call.tsx'
import { useCountries, useLanguages } from '../../parts/choices.ts'
import { ChoiceField, SwitchField, TextField } from '../../parts/fields.tsx'
import type { FormState } from '../../parts/form.ts'
import { FormFrame } from '../../parts/form-frame.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

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
  tax_id: '',
  tax_exempt: false,
  language: '',
  external_id: '',
}
export type CustomerValues = typeof NO_CUSTOMER

/** What a form shows of a customer: what was never given is empty. */
export function valuesOf(customer: Customer): CustomerValues {
  const known = Object.keys(NO_CUSTOMER).map((name) => {
    const value = customer[name as keyof Customer]
    return [name, value ?? NO_CUSTOMER[name as keyof CustomerValues]]
  })
  return Object.fromEntries(known) as CustomerValues
}

/** What is sent for a new one: what was filled in. */
export function filled(values: CustomerValues): Partial<CustomerValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name === 'name' || (value !== '' && value)),
  )
}

interface CustomerFormProps {
  form: FormState<CustomerValues>
  label?: string
  call: Shown
}

export function CustomerForm({ form, label, call }: CustomerFormProps) {
  const w = useWords(words)
  const countries = [{ value: '', label: '–' }, ...useCountries()]
  const languages = [{ value: '', label: w.asAccount }, ...useLanguages()]
  return (
    <FormFrame
      form={form}
      permission="customers:write"
      fields={Object.keys(NO_CUSTOMER)}
      call={call}
      {...(label && { label })}
    >
      <TextField form={form} name="name" label={w.name} required />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField form={form} name="email" label={w.email} type="email" />
        <TextField form={form} name="phone" label={w.phone} type="tel" />
        <TextField form={form} name="contact_name" label={w.contact} />
        <ChoiceField form={form} name="language" label={w.language} choices={languages} />
      </SimpleGrid>
      <TextField form={form} name="address_line1" label={w.address1} />
      <TextField form={form} name="address_line2" label={w.address2} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField form={form} name="city" label={w.city} />
        <TextField form={form} name="state_province" label={w.state} />
        <TextField form={form} name="postal_code" label={w.postal} />
        <ChoiceField form={form} name="country" label={w.country} choices={countries} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField form={form} name="tax_id" label={w.taxId} />
        <TextField form={form} name="external_id" label={w.externalId} />
      </SimpleGrid>
      <SwitchField form={form} name="tax_exempt" label={w.taxExempt} />
    </FormFrame>
  )
}
