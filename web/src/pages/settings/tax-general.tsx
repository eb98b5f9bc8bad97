// Whether tax is automatic, and what happens to an invoice if data for it is missing.
import { Alert, Fieldset, Stack, Switch, Text } from '@mantine/core'
import { useList } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { TaxRegistration } from '../../api/types.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { useMessages } from '../../text/locale.tsx'
import { SettingsFields } from './frame.tsx'
import { messages } from './tax-messages.ts'

export function TaxGeneral() {
  const m = useMessages(messages)
  const cases = [
    { value: 'warn', label: m.warn },
    { value: 'refuse', label: m.refuse },
  ]
  return (
    <SettingsFields
      valuesOf={(account) => ({
        automatic_tax: account.automatic_tax,
        tax_behavior: account.tax_behavior,
        tax_address: account.tax_address,
        tax_unknown_rate: account.tax_unknown_rate,
        tax_particulars: account.tax_particulars,
      })}
    >
      {(form) => (
        <>
          <Switch
            {...form.getInputProps('automatic_tax', { type: 'checkbox' })}
            label={m.automatic}
            description={m.automaticText}
          />
          {form.values.automatic_tax && <NoCountry />}
          {form.values.automatic_tax && <Unregistered />}
          <ChoiceField
            {...form.getInputProps('tax_behavior')}
            label={m.behavior}
            description={m.behaviorHint}
            choices={[
              { value: 'exclusive', label: m.exclusive },
              { value: 'inclusive', label: m.inclusive },
            ]}
          />
          <Fieldset legend={m.whenMissing}>
            <Stack>
              <ChoiceField
                {...form.getInputProps('tax_address')}
                label={m.address}
                description={m.addressHint}
                choices={cases}
              />
              <ChoiceField
                {...form.getInputProps('tax_unknown_rate')}
                label={m.unknownRate}
                description={m.unknownRateHint}
                choices={cases}
              />
              <ChoiceField
                {...form.getInputProps('tax_particulars')}
                label={m.particulars}
                description={m.particularsHint}
                choices={cases}
              />
            </Stack>
          </Fieldset>
        </>
      )}
    </SettingsFields>
  )
}

/** Warns that registrations without rates charge no tax. */
export function AutomaticOff() {
  const m = useMessages(messages)
  const { settings } = useTenant()
  const { data } = useList<TaxRegistration>('/tax_registrations', { limit: 1 })
  if (!settings || settings.automatic_tax || !data || data.data.length === 0) return null
  return (
    <Alert color="yellow" title={m.automaticOff} data-testid="automatic-off">
      <Text size="sm" mb="xs">
        {m.automaticOffText}
      </Text>
      <ButtonLink to="settings/tax" search={{ tab: 'general' }} size="xs">
        {m.turnOn}
      </ButtonLink>
    </Alert>
  )
}

/** Warns that the seller's country is missing, on which the taxes of exports depend. */
function NoCountry() {
  const m = useMessages(messages)
  const { settings } = useTenant()
  if (settings?.country !== '') return null
  return (
    <Alert color="yellow" title={m.noCountry} data-testid="no-country">
      <Text size="sm" mb="xs">
        {m.noCountryText}
      </Text>
      <ButtonLink to="settings/account" size="xs">
        {m.toAddress}
      </ButtonLink>
    </Alert>
  )
}

/** Warns that automatic tax charges nothing without a registration. */
function Unregistered() {
  const m = useMessages(messages)
  const { data } = useList<TaxRegistration>('/tax_registrations', { limit: 1 })
  if (!data || data.data.length > 0) return null
  return (
    <Alert color="yellow" title={m.noRegistration} data-testid="no-registration">
      <Text size="sm" mb="xs">
        {m.noRegistrationText}
      </Text>
      <ButtonLink to="settings/tax" search={{ tab: 'registrations' }} size="xs">
        {m.addFirst}
      </ButtonLink>
    </Alert>
  )
}
