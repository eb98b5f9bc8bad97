// Imports a price list, pasted or from a file: its errors, a preview, and creating the prices row by row.
import { Alert, Button, FileButton, Group, List, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import type { Product } from '../../api/types.ts'
import { LeaveGuard } from '../../form/leave-guard.tsx'
import { IconUpload } from '../../icons.tsx'
import { useRunAll } from '../../list/run-all.ts'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useFormat } from '../../text/format.ts'
import { type Like, useMessages } from '../../text/locale.tsx'
import { messages as productMessages } from '../products/messages.ts'
import { useAllProducts } from './all-products.ts'
import { importMessages } from './import-messages.ts'
import { ImportOutcome, ImportPreview } from './import-preview.tsx'
import { type ImportRow, type Problem, type Read, readList } from './import-rows.ts'
import { messages } from './messages.ts'

export function ImportPricesPage() {
  const m = useMessages(importMessages)
  const all = useMessages(productMessages)
  const { settings } = useTenant()
  const products = useAllProducts()
  return (
    <>
      <PageTitle parent={{ to: 'products', label: all.title }}>{m.title}</PageTitle>
      <Loaded query={products} permission="products:read">
        {(found) =>
          // Rows without a currency use the account's, which must load first.
          settings ? <Import products={found} currency={settings.default_currency} /> : null
        }
      </Loaded>
    </>
  )
}

/** The list is parsed again at every pause in typing. */
const PAUSE_MS = 200

interface ImportProps {
  products: readonly Product[]
  currency: string
}

function Import({ products, currency }: ImportProps) {
  const { locale } = useFormat()
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const read = useMemo(
    () => readList(settled, { products, currency, locale }),
    [settled, products, currency, locale],
  )
  // The rows are fixed when the run begins: a row is identified by its line and its content.
  const runner = useRunAll<ImportRow>(
    ({ line, body }) => `${line} ${JSON.stringify(body)}`,
    ({ body }) => ({ method: 'POST', path: '/prices', body }),
  )
  const isBegun = runner.run.state !== 'idle'
  return (
    <Stack maw={960}>
      <LeaveGuard dirty={runner.run.state === 'running'} />
      <Source text={text} onChange={setText} products={products} isClosed={isBegun} />
      {!isBegun && read.problems.length > 0 && <Problems read={read} />}
      {!isBegun && settled.trim() !== '' && <ImportPreview rows={read.rows} />}
      {!isBegun && settled.trim() !== '' && (
        <Start read={read} onStart={() => void runner.start(read.rows)} />
      )}
      {isBegun && (
        <ImportOutcome
          {...runner}
          onAgain={() => {
            runner.reset()
            setText('')
          }}
        />
      )}
    </Stack>
  )
}

interface SourceProps {
  text: string
  onChange: (text: string) => void
  products: readonly Product[]
  isClosed: boolean
}

/** The source of the list: pasted text or a file, which stays in the browser. */
function Source({ text, onChange, products, isClosed }: SourceProps) {
  const m = useMessages(importMessages)
  const example = [
    'product,model,unit_amount,tiers,description,lookup_key',
    `"${(products[0]?.name ?? 'Seats').replaceAll('"', '""')}",per_unit,12.50,,,`,
    `"${(products[0]?.name ?? 'Seats').replaceAll('"', '""')}",graduated,,"10:5.00;*:2.50",,`,
  ].join('\n')
  return (
    <Paper withBorder p="md" bg="var(--r-surface)">
      <Stack gap="sm">
        <Text size="sm">{m.about}</Text>
        <Text size="sm" c="dimmed">
          {m.more}
        </Text>
        <Textarea
          label={m.list}
          autosize
          minRows={6}
          maxRows={16}
          disabled={isClosed}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Group gap="xs">
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(file) => {
              if (file) void file.text().then(onChange)
            }}
          >
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                disabled={isClosed}
                leftSection={<IconUpload size={14} aria-hidden />}
              >
                {m.choose}
              </Button>
            )}
          </FileButton>
          {text === '' && (
            <Button size="xs" variant="subtle" onClick={() => onChange(example)}>
              {m.example}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

/** Shows all errors at once, so that the list needs fixing only once. */
function Problems({ read: { problems, bad, rows } }: { read: Read }) {
  const m = useMessages(importMessages)
  const all = useMessages(messages)
  const format = useFormat()
  const isHead = rows.length === 0 && problems.every(({ column }) => column === null)
  return (
    <Alert
      color="yellow"
      role="alert"
      title={isHead ? m.headProblems : m.problems(format.number(bad), bad === 1)}
    >
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {problems.map((problem) => (
          <List.Item key={`${problem.line} ${problem.column} ${problem.kind} ${problem.text}`}>
            {problemText(problem, m, all)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function problemText(
  { line, column, kind, text, meant }: Problem,
  m: Like<typeof importMessages.en>,
  all: Like<typeof messages.en>,
): string {
  const said = kind in m.kinds ? m.kinds[kind as keyof typeof m.kinds] : undefined
  const what = (said ?? all.faults[kind as keyof typeof all.faults])(text)
  const whole = meant ? `${what} ${m.meant(meant)}` : what
  return column === null ? m.at(String(line), whole) : m.atColumn(String(line), column, whole)
}

function Start({ read: { rows, bad }, onStart }: { read: Read; onStart: () => void }) {
  const m = useMessages(importMessages)
  const format = useFormat()
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {m.nothing}
      </Text>
    )
  }
  return (
    <Group gap="sm">
      <Button onClick={onStart}>{m.import(format.number(rows.length), rows.length === 1)}</Button>
      {bad > 0 && (
        <Text size="sm" c="dimmed">
          {m.leftOut}
        </Text>
      )}
    </Group>
  )
}
