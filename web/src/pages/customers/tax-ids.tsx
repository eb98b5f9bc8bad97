// The tax IDs of a customer, each with its type, and a check of its format.
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Fieldset,
  Group,
  type MantineSpacing,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { UNION } from '../../../../src/domain/tax/places.ts'
import { unusedTaxIds } from '../../../../src/domain/tax/union-numbers.ts'
import { useDryRun } from '../../api/dry-run.ts'
import type { Customer } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { IconX } from '../../icons.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export type TaxIdText = Pick<Customer['tax_ids'][number], 'type' | 'value'>

/** The API's maximum. */
const MOST = 10

/** The usual type of a country. */
const USUAL: Readonly<Record<string, TaxIdText['type']>> = {
  GB: 'gb_vat',
  CH: 'ch_uid',
  NO: 'no_vat',
  CA: 'ca_gst_hst',
  US: 'us_ein',
  AU: 'au_abn',
}

interface TaxIdFieldsProps {
  form: ApiForm<{ tax_ids: TaxIdText[]; country: string }>
}

export function TaxIdFields({ form }: TaxIdFieldsProps) {
  const m = useMessages(messages)
  const { tax_ids, country } = form.values
  const types = Object.entries(m.taxIdTypes).map(([value, label]) => ({ value, label }))
  const usual = UNION.has(country) ? 'eu_vat' : (USUAL[country] ?? 'other')
  return (
    <Fieldset legend={m.taxIds}>
      <Stack gap="xs">
        {form.errors.tax_ids && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {form.errors.tax_ids}
          </Text>
        )}
        {tax_ids.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ID, and keep their order.
          <Group key={index} align="flex-start" gap="xs" wrap="nowrap">
            <NativeSelect
              {...form.getInputProps(`tax_ids.${index}.type`)}
              aria-label={m.taxIdType(String(index + 1))}
              data={types}
              flex="1 1 8rem"
            />
            <TextInput
              {...form.getInputProps(`tax_ids.${index}.value`)}
              aria-label={m.taxIdValue(String(index + 1))}
              autoComplete="off"
              maxLength={64}
              flex="2 1 8rem"
            />
            <ActionIcon
              mt={4}
              variant="subtle"
              color="gray"
              aria-label={m.removeTaxId(String(index + 1))}
              onClick={() => form.removeListItem('tax_ids', index)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <UnusedWhenSaved taxIds={tax_ids} country={country} />
        {tax_ids.length < MOST && (
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() => form.insertListItem('tax_ids', { type: usual, value: '' })}
            >
              {m.addTaxId}
            </Button>
          </div>
        )}
      </Stack>
    </Fieldset>
  )
}

/** The warning about tax IDs in their stored form, which can differ from the input. */
function UnusedWhenSaved({ taxIds, country }: { taxIds: TaxIdText[]; country: string }) {
  const tax_ids = taxIds.filter(({ value }) => value.trim() !== '')
  const body = { name: 'Dry run', country, tax_ids }
  const call = { method: 'POST', path: '/customers', body } as const
  const { data } = useDryRun<Customer>(tax_ids.length > 0 && country !== '' ? call : undefined)
  return data ? <UnusedTaxIds customer={data.result} /> : null
}

interface UnusedTaxIdsProps {
  customer: Customer
  mb?: MantineSpacing
}

/** Warns if the tax IDs of a customer do not count for reverse charge. */
export function UnusedTaxIds({ customer, mb = 0 }: UnusedTaxIdsProps) {
  const m = useMessages(messages)
  const unused = unusedTaxIds(customer)
  if (!unused) return null
  return (
    <Alert color="yellow" mb={mb} role="status" data-testid="unused-tax-ids">
      {m.unusedTaxIds[unused.why](unused.prefix)}
    </Alert>
  )
}

const COLORS = { well_formed: 'green', malformed: 'red', unverifiable: 'gray' } as const

export function TaxIds({ taxIds }: { taxIds: Customer['tax_ids'] }) {
  const m = useMessages(messages)
  return (
    <Stack gap={4}>
      {taxIds.map(({ type, value, status }) => (
        <Group key={`${type} ${value}`} gap="xs">
          <span>
            {m.taxIdTypes[type]}: {value}
          </span>
          <Badge color={COLORS[status]} data-status={status}>
            {m.taxIdStatuses[status]}
          </Badge>
        </Group>
      ))}
    </Stack>
  )
}
