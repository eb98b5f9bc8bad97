// The form of an invoice: for whom, until when, its lines with live sums, and saving without losing anything.
import { Alert, Button, Group, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import { useCurrencies } from '../../parts/choices.ts'
import { CustomerPicker } from '../../parts/customer-picker.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { LinesField, TextField } from '../../parts/fields.tsx'
import { FormFrame } from '../../parts/form-frame.tsx'
import { decimalMark } from '../../words/amount-text.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { Conflict } from './conflict.tsx'
import { blankLine, type DraftText, LINES_MOST, type Spelling, totalsOf } from './draft.ts'
import { words } from './editor-words.ts'
import { useKeep, useKept } from './kept.ts'
import { Lines } from './lines.tsx'
import { type Edited, useRefused, useSaving } from './saving.ts'
import { Sums } from './sums.tsx'

interface EditorFormProps {
  initial: DraftText
  /** The draft that is changed, and the version of it; none for a new one. */
  edited?: Edited
  /** Reads the draft again, and forgets what was typed. */
  reload?: () => void
  /** Whether it is worth keeping before anything is typed. */
  changed?: boolean
}

export function EditorForm({ initial, edited, reload, changed = false }: EditorFormProps) {
  const w = useWords(words)
  const format = useFormat()
  const { settings } = useTenant()
  const keptAs = edited?.id ?? (changed ? 'copy' : 'new')
  const kept = useKept<DraftText>(keptAs)
  const [strict, setStrict] = useState(false)
  // Typed upon an older version, it is saved upon that one: the server tells if there is a newer.
  const [etag, setEtag] = useState(kept ? kept.etag : (edited?.etag ?? null))
  const saving = useSaving({ initial, edited, etag, onFaults: () => setStrict(true) })
  const { form } = saving
  useKeep(form, keptAs, etag)
  const restored = useRestored(form.set, kept?.values)

  const { values } = form
  const mark = decimalMark(format.locale)
  const spelling = useMemo<Spelling>(
    () => ({ mark, currency: values.currency }),
    [mark, values.currency],
  )
  const totals = useMemo(() => totalsOf(values.lines, spelling), [values.lines, spelling])
  const refused = useRefused(form, saving.sent)
  const errorOf = (name: string) => form.errors[name]
  return (
    <FormFrame
      wide
      form={form}
      permission="invoices:write"
      label={edited ? w.save : w.create}
      fields={['customer_id', 'currency', 'due_date', 'notes', 'line_items']}
      call={saving.call}
      // Somebody else's change has a choice of its own below.
      {...(edited && { toldElsewhere: 412 })}
      more={
        <DeedButton permission="invoices:write" variant="default" onClick={saving.saveAndFinalize}>
          {w.saveAndFinalize}
        </DeedButton>
      }
    >
      {restored && form.dirty && (
        <Alert color="ink" role="status">
          <Group justify="space-between">
            <Text size="sm">{w.restored}</Text>
            <Button size="xs" variant="default" onClick={form.reset}>
              {w.discard}
            </Button>
          </Group>
        </Alert>
      )}
      {edited && form.refusal?.status === 412 && (
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
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <CustomerPicker
          label={w.customer}
          value={values.customer_id}
          error={errorOf('customer_id')}
          onChange={(id) => form.set('customer_id', id)}
        />
        <CurrencyField
          label={w.currency}
          value={values.currency}
          error={errorOf('currency')}
          onChange={(currency) => form.set('currency', currency)}
        />
        <TextField
          form={form}
          name="due_date"
          type="date"
          label={w.due}
          description={w.dueHint(format.number(settings?.payment_terms_days ?? 30))}
        />
      </SimpleGrid>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2}>{w.lines}</Title>
          <Text size="xs" c="dimmed">
            {w.lineCount(format.number(values.lines.length), format.number(LINES_MOST))}
          </Text>
        </Group>
        {errorOf('line_items') && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errorOf('line_items')}
          </Text>
        )}
        <Lines
          {...{ totals, spelling, strict, refused }}
          lines={values.lines}
          onChange={(lines) => form.set('lines', lines)}
          onPasted={() => setStrict(true)}
        />
        <Sums totals={totals} currency={values.currency} />
      </Stack>
      <LinesField form={form} name="notes" label={w.notes} description={w.notesHint} rows={2} />
    </FormFrame>
  )
}

/** Puts what was kept into the form, once; tells whether there was something. */
function useRestored(
  set: <K extends keyof DraftText>(name: K, value: DraftText[K]) => void,
  kept: DraftText | undefined,
): boolean {
  const done = useRef(false)
  useEffect(() => {
    if (!kept || done.current) return
    done.current = true
    const { lines, ...others } = kept
    for (const [name, value] of Object.entries(others)) set(name as keyof typeof others, value)
    // Keys are of one visit; those of an earlier one may be taken by now.
    set(
      'lines',
      lines.map((line) => ({ ...line, key: blankLine().key })),
    )
  })
  return kept !== undefined
}

interface CurrencyFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange: (currency: string) => void
}

function CurrencyField({ label, value, error, onChange }: CurrencyFieldProps) {
  const choices = useCurrencies()
  return (
    <NativeSelect
      label={label}
      name="currency"
      data={choices}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
