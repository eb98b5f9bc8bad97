// The tax numbers of an account, as many as there are.
import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Account } from '../../api/types.ts'
import type { FormState } from '../../form/form.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

type Numbers = Account['tax_numbers']

/** As many as documents have room for. */
const MOST = 10

export function TaxNumbers<V extends { tax_numbers: Numbers }>({ form }: { form: FormState<V> }) {
  const m = useMessages(messages)
  const numbers = form.values.tax_numbers
  const put = (next: Numbers) => form.set('tax_numbers', next as V['tax_numbers'])
  const change = (at: number, change: Partial<Numbers[number]>) =>
    put(numbers.map((number, index) => (index === at ? { ...number, ...change } : number)))
  return (
    <Fieldset legend={m.taxNumbers}>
      <Stack gap="xs">
        {form.errors.tax_numbers && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {form.errors.tax_numbers}
          </Text>
        )}
        {numbers.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and keep their order.
          <Group key={index} align="flex-start" gap="xs">
            <TextInput
              aria-label={m.taxLabel(index + 1)}
              placeholder="GST/HST"
              value={label}
              error={form.errors[`tax_numbers[${index}].label`]}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
            />
            <TextInput
              aria-label={m.taxValue(index + 1)}
              placeholder="123456789 RT0001"
              value={value}
              error={form.errors[`tax_numbers[${index}].value`]}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <Button
              variant="subtle"
              aria-label={m.removeTax(index + 1)}
              onClick={() => put(numbers.filter((_, each) => each !== index))}
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
              onClick={() => put([...numbers, { label: '', value: '' }])}
            >
              {m.addTax}
            </Button>
          </div>
        )}
      </Stack>
    </Fieldset>
  )
}
