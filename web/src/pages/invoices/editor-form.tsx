// The form of an invoice: customer, due date, lines with live sums, and saving with conflict detection.
import {
  Alert,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import type { ApiForm } from '../../form/api-form.ts'
import { useCurrencies } from '../../form/choices.ts'
import { CustomerPicker } from '../../form/customer-picker.tsx'
import { FormFrame } from '../../form/form-frame.tsx'
import type { Spelling } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { Conflict } from './conflict.tsx'
import { blankLine, type DraftText, LINES_MOST, totalsOf } from './draft.ts'
import { messages } from './editor-messages.ts'
import { useForeseenSums } from './foreseen-sums.ts'
import { useKeep, useKept } from './kept.ts'
import { Lines } from './lines.tsx'
import { usePricedLines } from './priced-lines.ts'
import { type Edited, useSaving } from './saving.ts'
import { Sums } from './sums.tsx'

interface EditorFormProps {
  initial: DraftText
  /** The draft to edit with its version; undefined for a new invoice. */
  edited?: Edited
  /** Reads the draft again and discards unsaved changes. */
  reload?: () => void
  /** True if the form counts as changed before anything is typed. */
  changed?: boolean
}

export function EditorForm({ initial, edited, reload, changed = false }: EditorFormProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const keptAs = edited?.id ?? (changed ? 'copy' : 'new')
  const kept = useKept<DraftText>(keptAs)
  const [strict, setStrict] = useState(false)
  // Edits of an older version are saved against that version; the server reports if there is a newer one.
  const [etag, setEtag] = useState(kept ? kept.etag : (edited?.etag ?? null))
  const saving = useSaving({ initial, edited, etag, onInvalid: () => setStrict(true) })
  const { form } = saving
  useKeep(form, keptAs, etag)
  const restored = useRestored(form, kept?.values)

  const { values } = form
  const { locale } = format
  const spelling = useMemo<Spelling>(
    () => ({ locale, currency: values.currency }),
    [locale, values.currency],
  )
  const { pricedAmounts, refused } = usePricedLines(values, spelling)
  const totals = useMemo(
    () => totalsOf(values.lines, spelling, pricedAmounts),
    [values.lines, spelling, pricedAmounts],
  )
  const foreseen = useForeseenSums(values, spelling, edited?.discounts ?? [])
  return (
    <FormFrame
      wide
      form={form}
      permission="invoices:write"
      label={edited ? m.save : m.create}
      // Conflicts with another user's change are handled below.
      {...(edited && { shownElsewhere: 412 })}
      more={
        <ActionButton
          permission="invoices:write"
          variant="default"
          onClick={saving.saveAndFinalize}
        >
          {m.saveAndFinalize}
        </ActionButton>
      }
    >
      {restored && form.dirty && <Restored onDiscard={form.reset} />}
      {edited && form.failure?.status === 412 && (
        <Conflict
          id={edited.id}
          before={initial}
          onMine={(current) => {
            setEtag(current)
            saving.saveUpon(current)
          }}
          onTheirs={() => {
            form.reset()
            reload?.()
          }}
        />
      )}
      <Head form={form} />
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2}>{m.lines}</Title>
          <Text size="xs" c="dimmed">
            {m.lineCount(format.number(values.lines.length), format.number(LINES_MOST))}
          </Text>
        </Group>
        <Wrong error={form.errors.lines} />
        <Lines
          form={form}
          totals={totals}
          refused={refused}
          spelling={spelling}
          strict={strict}
          onPasted={() => setStrict(true)}
        />
        <Sums totals={totals} currency={values.currency} foreseen={foreseen} />
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={m.reference}
          description={m.referenceHint}
          {...form.getInputProps('reference')}
        />
        <TextInput
          type="date"
          label={m.supplied}
          description={m.suppliedHint}
          {...form.getInputProps('supply_date')}
        />
      </SimpleGrid>
      <Textarea
        autosize
        minRows={2}
        label={m.notes}
        description={m.notesHint}
        {...form.getInputProps('notes')}
      />
    </FormFrame>
  )
}

/** Customer, currency and due date. */
function Head({ form }: { form: ApiForm<DraftText> }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { settings } = useTenant()
  const currencies = useCurrencies()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <CustomerPicker
        label={m.customer}
        value={form.values.customer_id}
        {...form.getInputProps('customer_id')}
      />
      <NativeSelect label={m.currency} data={currencies} {...form.getInputProps('currency')} />
      <TextInput
        type="date"
        label={m.due}
        description={m.dueHint(format.number(settings?.payment_terms_days ?? 30))}
        {...form.getInputProps('due_date')}
      />
    </SimpleGrid>
  )
}

function Wrong({ error }: { error: ReactNode }) {
  if (!error) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {error}
    </Text>
  )
}

function Restored({ onDiscard }: { onDiscard: () => void }) {
  const m = useMessages(messages)
  return (
    <Alert color="ink" role="status">
      <Group justify="space-between">
        <Text size="sm">{m.restored}</Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {m.discard}
        </Button>
      </Group>
    </Alert>
  )
}

/** Restores stored edits into the form, once. Returns true if there were any. */
function useRestored(form: ApiForm<DraftText>, kept: DraftText | undefined): boolean {
  const done = useRef(false)
  useEffect(() => {
    if (!kept || done.current) return
    done.current = true
    // Row keys are valid for one visit; earlier ones may be in use by now.
    form.setValues({
      ...kept,
      lines: kept.lines.map((line) => ({ ...blankLine(), ...line, key: blankLine().key })),
    })
  })
  return kept !== undefined
}
