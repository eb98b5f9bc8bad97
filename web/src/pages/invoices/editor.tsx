// Edits an invoice: a new one, a copy of another, or a draft.
import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { invoiceCan } from '../../../../src/domain/invoice.ts'
import { type Answered, type ApiError, send } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { Loaded } from '../../page/loaded.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { blankLine, type DraftText, textOf } from './draft.ts'
import { EditorForm } from './editor-form.tsx'
import { messages } from './editor-messages.ts'
import { messages as invoiceMessages } from './messages.ts'

export function NewInvoicePage() {
  const m = useMessages(messages)
  const all = useMessages(invoiceMessages)
  const { from = '' } = useSearch({ strict: false }) as { from?: string }
  const { settings } = useTenant()
  const source = useRead<Invoice>(`/invoices/${encodeURIComponent(from)}`, undefined, {
    enabled: from !== '',
  })
  const parent = { to: 'invoices', label: all.title }
  if (from) {
    return (
      <Loaded query={source} permission="invoices:read">
        {(invoice) => (
          <>
            <PageTitle parent={parent}>{m.copyTitle}</PageTitle>
            <Copy invoice={invoice} />
          </>
        )}
      </Loaded>
    )
  }
  return (
    <>
      <PageTitle parent={parent}>{m.newTitle}</PageTitle>
      {/* The default currency is the account's, which must load first. */}
      {settings && <Blank currency={settings.default_currency} />}
    </>
  )
}

function Blank({ currency }: { currency: string }) {
  const { customer_id = '' } = useSearch({ strict: false }) as { customer_id?: string }
  const [initial] = useState<DraftText>(() => ({
    customer_id,
    currency,
    due_date: '',
    notes: '',
    ...{ reference: '', supply_date: '' },
    lines: [blankLine()],
  }))
  return <EditorForm initial={initial} />
}

function Copy({ invoice }: { invoice: Invoice }) {
  const { locale } = useFormat()
  // The due date is computed from the terms, and the copy is for another supply.
  const [initial] = useState<DraftText>(() => ({
    ...textOf(invoice, locale),
    ...{ due_date: '', supply_date: '' },
  }))
  return <EditorForm initial={initial} changed />
}

export function EditInvoicePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { surface } = useTenant()
  // Read once, so that the draft does not change while it is being edited.
  const query = useQuery<Answered<Invoice>, ApiError>({
    queryKey: ['edit', surface, id],
    queryFn: ({ signal }) =>
      send<Invoice>(surface, {
        method: 'GET',
        path: `/invoices/${encodeURIComponent(id)}`,
        signal,
      }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Loaded query={query} permission="invoices:read">
      {({ body, etag }) => (
        <Edit key={etag} invoice={body} etag={etag} reload={() => void query.refetch()} />
      )}
    </Loaded>
  )
}

interface EditProps {
  invoice: Invoice
  etag: string | null
  reload: () => void
}

function Edit({ invoice, etag, reload }: EditProps) {
  const m = useMessages(messages)
  const all = useMessages(invoiceMessages)
  const { locale } = useFormat()
  const [initial] = useState<DraftText>(() => textOf(invoice, locale))
  return (
    <>
      <PageTitle parent={{ to: `invoices/${invoice.id}`, label: all.draftName(invoice.number) }}>
        {m.editTitle(invoice.number)}
      </PageTitle>
      {invoiceCan('update', invoice) ? (
        <EditorForm
          initial={initial}
          edited={{ id: invoice.id, etag, discounts: invoice.discounts }}
          reload={reload}
        />
      ) : (
        <Alert color="gray">
          <Text size="sm" mb="sm">
            {m.notDraft(invoice.number)}
          </Text>
          <ButtonLink to={`invoices/${invoice.id}`} size="xs">
            {m.toInvoice}
          </ButtonLink>
        </Alert>
      )}
    </>
  )
}
