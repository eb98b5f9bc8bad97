// Actions on many invoices at once: finalize, send or void, with one call for each invoice.
import { Button, Group, Modal, Paper, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { LeaveGuard } from '../../form/leave-guard.tsx'
import { type Run, useRunAll } from '../../list/run-all.ts'
import type { Selection } from '../../list/selection.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useErrorText } from '../../text/errors.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { reasonOf } from './actions.tsx'
import { bulkMessages } from './bulk-messages.ts'
import { messages } from './messages.ts'

const NAMES = ['finalize', 'send', 'void'] as const
type Name = (typeof NAMES)[number]

/** Above the list while rows are selected: their number, total, and available actions. */
export function BulkBar({ selection }: { selection: Selection<Invoice> }) {
  const b = useMessages(bulkMessages)
  const m = useMessages(messages)
  const sums = useSums()
  const format = useFormat()
  const { settings } = useTenant()
  const [open, setOpen] = useState<{ name: Name; items: Invoice[] }>()
  const known = { void_invoices: settings?.void_invoices }
  const allowed = (name: Name) =>
    selection.items.filter((invoice) => reasonOf(name, invoice, m, '', known) === undefined)
  const { items } = selection
  return (
    <>
      {items.length > 0 && (
        <Paper withBorder px="md" py="xs" bg="var(--r-surface)" role="group" aria-label={b.chosen}>
          <Group gap="sm">
            <Text size="sm" fw={600} aria-live="polite">
              {b.selected(format.number(items.length), sums(items))}
            </Text>
            <Group gap="xs" ml="auto">
              {NAMES.map((name) => {
                const possible = allowed(name)
                if (possible.length === 0) return null
                return (
                  <Button
                    key={name}
                    size="xs"
                    variant="default"
                    onClick={() => setOpen({ name, items: possible })}
                  >
                    {b.act[name](format.number(possible.length))}
                  </Button>
                )
              })}
              <Button size="xs" variant="subtle" onClick={selection.clear}>
                {b.clear}
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
      {open && (
        <BulkDialog
          {...open}
          skipped={items.length - open.items.length}
          onClose={(isOver) => {
            setOpen(undefined)
            if (isOver) selection.clear()
          }}
        />
      )}
    </>
  )
}

interface BulkDialogProps {
  name: Name
  items: Invoice[]
  /** How many of the selected invoices do not allow it. */
  skipped: number
  onClose: (isOver: boolean) => void
}

function BulkDialog({ name, items, skipped, onClose }: BulkDialogProps) {
  const b = useMessages(bulkMessages)
  const format = useFormat()
  const sums = useSums()
  const { run, start, stop } = useRunAll<Invoice>(
    ({ id }) => id,
    ({ id }) => ({ method: 'POST', path: `/invoices/${id}/${name}` }),
  )
  const count = format.number(items.length)
  const isRunning = run.state === 'running'
  const close = () => {
    if (!isRunning) onClose(run.state === 'over' && run.failed.length === 0)
  }
  const again = [...run.failed.map(({ item }) => item), ...run.left]
  return (
    <>
      <LeaveGuard dirty={isRunning} />
      <Modal opened onClose={close} title={b.title[name](count, items.length === 1)}>
        <Stack gap="sm">
          {run.state === 'idle' && (
            <>
              <Text size="sm">{b.sum(sums(items))}</Text>
              <Text size="sm">{b.means[name]}</Text>
              {skipped > 0 && (
                <Text size="sm" c="dimmed">
                  {b.skipped(format.number(skipped), skipped === 1)}
                </Text>
              )}
            </>
          )}
          {run.state !== 'idle' && <Outcome run={run} name={name} />}
          <Group justify="flex-end" mt="xs">
            {isRunning ? (
              <Button variant="default" onClick={stop}>
                {b.stop}
              </Button>
            ) : (
              <Button variant="default" onClick={close}>
                {run.state === 'over' ? b.close : b.cancel}
              </Button>
            )}
            {(run.state !== 'over' || again.length > 0) && (
              <Button
                color={name === 'void' ? 'red.9' : undefined}
                loading={isRunning}
                onClick={() => void start(run.state === 'over' ? again : items)}
              >
                {run.state === 'over' ? b.retry(format.number(again.length)) : b.act[name](count)}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

function Outcome({ run, name }: { run: Run<Invoice>; name: Name }) {
  const b = useMessages(bulkMessages)
  const m = useMessages(messages)
  const format = useFormat()
  const errorText = useErrorText()
  const { done, failed, left, of } = run
  const text = b.done[name](format.number(done.length), format.number(of))
  return (
    <div role="status">
      <Progress
        value={((done.length + failed.length) / of) * 100}
        aria-label={b.progress}
        mb="xs"
        color={failed.length > 0 ? 'orange' : undefined}
      />
      <Text size="sm">{text}</Text>
      {run.state === 'over' && left.length > 0 && (
        <Text size="sm">{b.notBegun(format.number(left.length))}</Text>
      )}
      {failed.length > 0 && (
        <Stack component="ul" gap={4} mt="xs" pl="md" mb={0}>
          {failed.map(({ item, error }) => (
            <Text component="li" size="sm" key={item.id}>
              <PageLink to={`invoices/${item.id}`} size="sm" underline="always">
                {item.status === 'draft' ? m.draftName(item.number) : item.number}
              </PageLink>
              {': '}
              {errorText(error)}
            </Text>
          ))}
        </Stack>
      )}
    </div>
  )
}

/** The total of invoices in each currency: "$4,300.00 + US$37.00". */
function useSums(): (items: readonly Invoice[]) => string {
  const format = useFormat()
  return (items) => {
    const sums = new Map<string, number>()
    for (const { currency, total } of items) sums.set(currency, (sums.get(currency) ?? 0) + total)
    return [...sums].map(([currency, sum]) => format.money(sum, currency)).join(' + ')
  }
}
