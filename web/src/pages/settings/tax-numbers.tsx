// The tax numbers of an account, as many as there are.
import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Account } from '../../api/types.ts'
import type { FormState } from '../../parts/form.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

type Numbers = Account['tax_numbers']

/** As many as documents have room for. */
const MOST = 10

export function TaxNumbers<V extends { tax_numbers: Numbers }>({ form }: { form: FormState<V> }) {
  const w = useWords(words)
  const numbers = form.values.tax_numbers
  const put = (next: Numbers) => form.set('tax_numbers', next as V['tax_numbers'])
  const change = (at: number, part: Partial<Numbers[number]>) =>
    put(numbers.map((number, index) => (index === at ? { ...number, ...part } : number)))
  return (
    <Fieldset legend={w.taxNumbers}>
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
              aria-label={w.taxLabel(index + 1)}
              placeholder="GST/HST"
              value={label}
              error={form.errors[`tax_numbers[${index}].label`]}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
            />
            <TextInput
              aria-label={w.taxValue(index + 1)}
              placeholder="123456789 RT0001"
              value={value}
              error={form.errors[`tax_numbers[${index}].value`]}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <Button
              variant="subtle"
              aria-label={w.removeTax(index + 1)}
              onClick={() => put(numbers.filter((_, each) => each !== index))}
            >
              {w.remove}
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
              {w.addTax}
            </Button>
          </div>
        )}
      </Stack>
    </Fieldset>
  )
}
