// The form of a customer, for a new one and for changes.
import { SimpleGrid } from '@mantine/core'
import type { Customer } from '../../api/types.ts'
import { useCountries, useLanguages } from '../../form/choices.ts'
import { ChoiceField, SwitchField, TextField } from '../../form/fields.tsx'
import type { FormState } from '../../form/form.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import type { Shown } from '../../page/api-call.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

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
  const m = useMessages(messages)
  const countries = [{ value: '', label: '–' }, ...useCountries()]
  const languages = [{ value: '', label: m.asAccount }, ...useLanguages()]
  return (
    <FormFrame
      form={form}
      permission="customers:write"
      fields={Object.keys(NO_CUSTOMER)}
      call={call}
      {...(label && { label })}
    >
      <TextField form={form} name="name" label={m.name} required />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField form={form} name="email" label={m.email} type="email" />
        <TextField form={form} name="phone" label={m.phone} type="tel" />
        <TextField form={form} name="contact_name" label={m.contact} />
        <ChoiceField form={form} name="language" label={m.language} choices={languages} />
      </SimpleGrid>
      <TextField form={form} name="address_line1" label={m.address1} />
      <TextField form={form} name="address_line2" label={m.address2} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField form={form} name="city" label={m.city} />
        <TextField form={form} name="state_province" label={m.state} />
        <TextField form={form} name="postal_code" label={m.postal} />
        <ChoiceField form={form} name="country" label={m.country} choices={countries} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField form={form} name="tax_id" label={m.taxId} />
        <TextField form={form} name="external_id" label={m.externalId} />
      </SimpleGrid>
      <SwitchField form={form} name="tax_exempt" label={m.taxExempt} />
    </FormFrame>
  )
}
