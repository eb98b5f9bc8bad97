// One credit note: its lines and taxes, how it was settled, its invoice, its emails, and voiding it.
import { Code, Grid, Paper, Stack, Table, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { CreditNote, Invoice } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Document, useDocumentColumn } from '../../page/document.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { PdfButton } from '../../page/pdf-button.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { type Like, useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { noteStatus } from '../../text/status-of.ts'
import { EmailsTab } from '../invoices/emails.tsx'
import { messages as invoiceMessages } from '../invoices/messages.ts'
import { SendEmail } from '../invoices/send-email.tsx'
import { SumList } from '../invoices/sum-list.tsx'
import { useTaxName } from '../invoices/sum-rows.ts'
import { messages as taxMessages } from '../invoices/tax-messages.ts'
import { usePriceText } from '../prices/price-text.ts'
import { type NoteRefunds, useNoteRefunds } from '../refunds/left.ts'
import { NoteRefundsTab } from '../refunds/rows.tsx'
import { Explain } from './explain.tsx'
import { messages } from './messages.ts'
import { usePartRows } from './part-rows.ts'

export function CreditNotePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<CreditNote>(`/credit_notes/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="credit_notes:read">
      {(note) => <Shown key={note.id} note={note} />}
    </Loaded>
  )
}

interface NoteProps {
  note: CreditNote
}

function Shown({ note }: NoteProps) {
  const m = useMessages(messages)
  const { surface } = useTenant()
  const hasColumn = useDocumentColumn()
  const [open, setOpen] = useState<'void' | 'send'>()
  const refunds = useNoteRefunds(note)
  const pdf = `${surface}/credit_notes/${note.id}/pdf`
  const actions = (
    <>
      <ActionButton
        permission="credit_notes:write"
        variant="default"
        reason={note.status === 'void' ? m.voidNotSent : undefined}
        onClick={() => setOpen('send')}
      >
        {m.send}
      </ActionButton>
      {note.reason !== 'unused_time' && (
        <ActionButton
          permission="credit_notes:write"
          variant="default"
          reason={whyNotVoid(note, refunds, m)}
          onClick={() => setOpen('void')}
        >
          {m.void}
        </ActionButton>
      )}
      <PdfButton href={pdf} label={m.pdf} />
    </>
  )
  const tabs = [
    { name: 'details', label: m.tabs.details, content: <Details note={note} /> },
    { name: 'explain', label: m.tabs.explain, content: <Explain note={note} /> },
    ...(note.refund > 0
      ? [{ name: 'refunds', label: m.tabs.refunds, content: <NoteRefundsTab note={note} /> }]
      : []),
    {
      name: 'emails',
      label: m.tabs.emails,
      content: <EmailsTab of={{ credit_note_id: note.id }} empty={m.noEmails} />,
    },
    {
      name: 'timeline',
      label: m.tabs.timeline,
      content: <ObjectTimeline of={{ object_id: note.id }} />,
    },
  ]
  return (
    <>
      <PageTitle
        parent={{ to: 'credit-notes', label: m.title }}
        badge={<StatusBadge status={noteStatus(note.status)} />}
        actions={actions}
      >
        {note.number}
      </PageTitle>
      <Summary note={note} />
      <Grid gap="lg" mt="md">
        <Grid.Col span={hasColumn ? 7 : 12}>
          <PageTabs label={m.tabList} tabs={tabs} />
        </Grid.Col>
        {hasColumn && (
          <Grid.Col span={5}>
            <Document src={pdf} version={note.updated_at} number={note.number} />
          </Grid.Col>
        )}
      </Grid>
      {open === 'void' && <Void note={note} onClose={() => setOpen(undefined)} />}
      {open === 'send' && (
        <SendEmail document={note} kind="credit_note" onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

function whyNotVoid(
  { status, outside }: CreditNote,
  { blocks }: NoteRefunds,
  m: Like<typeof messages.en>,
): string | undefined {
  if (status === 'void') return m.voidedAlready
  if (outside > 0) return m.wasReturned
  if (blocks === 'done') return m.wasRefunded
  return blocks === 'pending' ? m.isRefunding : undefined
}

/** The invoice's number, or its ID until that is known. */
function useInvoiceName({ invoice_id }: CreditNote): string {
  const { data } = useRead<Invoice>(`/invoices/${invoice_id}`)
  return data?.number ?? invoice_id
}

/** The customer, the total, and the invoice that it corrects. */
function Summary({ note }: NoteProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { customer_id, invoice_id, total, currency } = note
  return (
    <Paper
      withBorder
      p="md"
      mt="md"
      bg="var(--r-surface)"
      component="section"
      aria-label={m.summary}
    >
      <dl className="figures owed">
        <div>
          <dt>{m.customer}</dt>
          <dd className="figure-name">
            <PageLink to={`customers/${customer_id.replace('cus_', '')}`} inherit>
              <CustomerName id={customer_id} />
            </PageLink>
          </dd>
        </div>
        <div>
          <dt>{m.total}</dt>
          <dd>{format.money(total, currency)}</dd>
        </div>
        <div>
          <dt>{m.invoice}</dt>
          <dd>
            <PageLink to={`invoices/${invoice_id}`} inherit>
              {useInvoiceName(note)}
            </PageLink>
          </dd>
        </div>
      </dl>
    </Paper>
  )
}

function Details({ note }: NoteProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { emailStatuses } = useMessages(invoiceMessages)
  const { metadata } = note
  return (
    <Stack>
      <Lines note={note} />
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.reason, m.reasons[note.reason]],
            [
              m.note,
              note.note && (
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                  {note.note}
                </Text>
              ),
            ],
            [m.reference, note.outside_reference],
            [m.email, note.email_status && emailStatuses[note.email_status]],
            [m.sentAt, note.sent_at && format.time(note.sent_at)],
            [m.date, format.time(note.created_at)],
            [m.voidedAt, note.voided_at && format.time(note.voided_at)],
            [
              m.metadata,
              Object.keys(metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(metadata, undefined, 2)}
                </Code>
              ),
            ],
            [m.id, <CopyText key="id" text={note.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/credit_notes/${note.id}` }} />
    </Stack>
  )
}

function Lines({ note }: NoteProps) {
  const m = useMessages(messages)
  const tax = useMessages(taxMessages)
  const format = useFormat()
  const taxName = useTaxName()
  const text = usePriceText()
  const partRows = usePartRows()
  const money = (amount: number) => format.money(amount, note.currency)
  return (
    <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="xs" aria-label={m.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{m.description}</Table.Th>
            <Table.Th scope="col" className="numeric" visibleFrom="xs">
              {m.quantity}
            </Table.Th>
            <Table.Th scope="col" className="numeric">
              {m.amount}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {note.lines.map(({ invoice_line_id, description, quantity, amount, taxes }) => (
            <Table.Tr key={invoice_line_id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {description}
                {taxes.some(({ name }) => name !== '') && (
                  <Text size="xs" c="dimmed">
                    {taxes
                      .filter(({ name }) => name !== '')
                      .map((each) => tax.lineTax(taxName(each), money(each.amount)))
                      .join(' · ')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="numeric" visibleFrom="xs">
                {quantity === null ? (
                  <Text span size="xs" c="dimmed">
                    {m.byAmount}
                  </Text>
                ) : (
                  text.decimal(quantity)
                )}
              </Table.Td>
              <Table.Td className="numeric">{money(amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <SumList figures={{ ...note, discounts: [] }} more={partRows(note)} />
    </Paper>
  )
}

/** Voids the note, after showing what this reverses. */
function Void({ note, onClose }: NoteProps & { onClose: () => void }) {
  const m = useMessages(messages)
  const format = useFormat()
  const invoice = useInvoiceName(note)
  const { to_open, to_balance, currency, number, total } = note
  return (
    <ActionDialog
      title={m.voidTitle(number, format.money(total, currency))}
      call={{ method: 'POST', path: `/credit_notes/${note.id}/void` }}
      label={m.void}
      done={m.voided}
      explain={({ code }) => (code === 'credit_note_used' ? m.used : undefined)}
      concernsCustomer
      danger
      onClose={onClose}
    >
      <Text size="sm">
        {[
          to_open > 0 && m.voidOpen(format.money(to_open, currency), invoice),
          to_balance > 0 && m.voidBalance(format.money(to_balance, currency)),
          m.voidFinal,
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
    </ActionDialog>
  )
}
