// The tax numbers of an account.
import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Account } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

type Numbers = Account['tax_numbers']

/** The maximum that fits on documents. */
const MOST = 10

export function TaxNumbers({ form }: { form: ApiForm<{ tax_numbers: Numbers }> }) {
  const m = useMessages(messages)
  const numbers = form.values.tax_numbers
  return (
    <Fieldset legend={m.taxNumbers}>
      <Stack gap="xs">
        {form.errors.tax_numbers && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {form.errors.tax_numbers}
          </Text>
        )}
        {numbers.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ID, and keep their order.
          <Group key={index} align="flex-start" gap="xs">
            <TextInput
              aria-label={m.taxLabel(index + 1)}
              placeholder="GST/HST"
              {...form.getInputProps(`tax_numbers.${index}.label`)}
            />
            <TextInput
              aria-label={m.taxValue(index + 1)}
              placeholder="123456789 RT0001"
              {...form.getInputProps(`tax_numbers.${index}.value`)}
            />
            <Button
              variant="subtle"
              aria-label={m.removeTax(index + 1)}
              onClick={() => form.removeListItem('tax_numbers', index)}
            >
              {m.remove}
            </Button>
          </Group>
        ))}
        {numbers.length < MOST && (
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() => form.insertListItem('tax_numbers', { label: '', value: '' })}
            >
              {m.addTax}
            </Button>
          </div>
        )}
      </Stack>
    </Fieldset>
  )
}
