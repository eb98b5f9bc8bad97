// The fields of a price: those of its model, its description, and its lookup key.
import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { ApiForm } from '../../form/api-form.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import type { PriceValues, TermsText } from './terms.ts'
import { TierFields } from './tier-fields.tsx'
import type { PriceModel } from './types.ts'

interface FieldsProps {
  form: ApiForm<PriceValues>
}

export function TermFields({ form }: FieldsProps) {
  const { model } = form.values
  if (model === 'graduated' || model === 'volume') return <TierFields form={form} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <PlainFields form={form} model={model} />
    </SimpleGrid>
  )
}

interface PlainFieldsProps extends FieldsProps {
  model: Exclude<PriceModel, 'graduated' | 'volume'>
}

function PlainFields({ form, model }: PlainFieldsProps) {
  const m = useMessages(messages)
  if (model === 'percentage') return <PercentageFields form={form} />
  if (model === 'package') {
    return (
      <>
        <AmountField form={form} name="unit_amount" label={m.packageAmount} required />
        <CountField form={form} name="size" label={m.size} required />
        <CountField form={form} name="free_units" label={m.freeUnits} about={m.freeUnitsAbout} />
      </>
    )
  }
  const label = model === 'flat' ? m.flatAmount : m.unitAmount
  return <AmountField form={form} name="unit_amount" label={label} required />
}

function PercentageFields({ form }: FieldsProps) {
  const m = useMessages(messages)
  return (
    <>
      <TextInput
        {...form.getInputProps('rate')}
        label={m.rate}
        description={m.rateAbout}
        required
        inputMode="decimal"
        autoComplete="off"
        rightSection={
          <Text size="xs" c="dimmed">
            %
          </Text>
        }
      />
      <AmountField form={form} name="per_event" label={m.perEvent} />
      <CountField form={form} name="free_events" label={m.freeEvents} about={m.freeEventsAbout} />
      <AmountField form={form} name="free_amount" label={m.freeAmount} about={m.freeAmountAbout} />
    </>
  )
}

interface FieldProps extends FieldsProps {
  name: Exclude<keyof TermsText, 'tiers' | 'model' | 'currency'>
  label: string
  about?: string
  required?: boolean
}

/** An amount of the major unit as text, which keeps all digits of a unit price. */
function AmountField({ form, name, label, about, required = false }: FieldProps) {
  return (
    <TextInput
      {...form.getInputProps(name)}
      label={label}
      description={about}
      required={required}
      inputMode="decimal"
      autoComplete="off"
      rightSectionWidth={48}
      rightSection={
        <Text size="xs" c="dimmed">
          {form.values.currency.toUpperCase()}
        </Text>
      }
    />
  )
}

function CountField({ form, name, label, about, required = false }: FieldProps) {
  return (
    <TextInput
      {...form.getInputProps(name)}
      label={label}
      description={about}
      required={required}
      inputMode="numeric"
      autoComplete="off"
    />
  )
}

/** The minimum of a recurring price. */
export function MinimumField({ form }: FieldsProps) {
  const m = useMessages(messages)
  return <AmountField form={form} name="minimum_amount" label={m.minimum} about={m.minimumAbout} />
}

interface NameValues {
  description: string
  lookup_key: string
  /** Empty string: use the account's default. */
  tax_behavior: string
}

interface NameFieldsProps<V> {
  form: ApiForm<V>
}

/** The fields that can change at any time. */
export function NameFields<V extends NameValues>({ form }: NameFieldsProps<V>) {
  const m = useMessages(messages)
  return (
    <>
      <TextInput
        {...form.getInputProps('description')}
        label={m.description}
        description={m.descriptionAbout}
      />
      <TextInput
        {...form.getInputProps('lookup_key')}
        label={m.lookupKey}
        description={m.lookupKeyAbout}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        {...form.getInputProps('tax_behavior')}
        label={m.taxBehavior}
        description={m.taxBehaviorAbout}
        data={(['', 'exclusive', 'inclusive'] as const).map((value) => ({
          value,
          label: m.taxBehaviors[value],
        }))}
      />
    </>
  )
}
