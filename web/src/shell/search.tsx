// The search over everything: a button in the header, and Ctrl+K (⌘K) from anywhere.
import { Combobox, Kbd, Modal, Text, TextInput, UnstyledButton, useCombobox } from '@mantine/core'
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useRead } from '../api/hooks.ts'
import { useMay, usePagePath } from '../api/tenant.ts'
import type { Invoice, Refund, SearchResults } from '../api/types.ts'
import { IconSearch } from '../icons.tsx'
import { messages as noteMessages } from '../pages/credit-notes/messages.ts'
import { defineMessages, useMessages } from '../text/locale.tsx'
import { pageOf } from '../text/object-link.tsx'
import { useResourceNames } from '../text/resource-name.ts'
import { StatusBadge } from '../text/status-badge.tsx'
import { invoiceStatus, noteStatus, refundStatus } from '../text/status-of.ts'
import { matching, useCommands } from './commands.ts'
import { useShortcutList, useSingleKey } from './shortcuts.tsx'

const messages = defineMessages({
  en: {
    search: 'Search',
    hint: 'Search by name, email, invoice number or any ID',
    none: 'No results. Try the first letters of a word.',
    failed: 'Search failed. Edit your search to try again.',
    results: 'Results',
    commands: 'Commands',
    request: 'Request',
  },
  fr: {
    search: 'Rechercher',
    hint: 'Un nom, une adresse, un numéro de facture, un identifiant',
    none: 'Aucun résultat. Les mots se cherchent par leur début.',
    failed: 'La recherche a échoué. Modifiez une lettre pour réessayer.',
    results: 'Résultats',
    commands: 'Commandes',
    request: 'Requête',
  },
})

type Result = Pick<SearchResults['data'][number], 'id' | 'title' | 'detail' | 'status'> & {
  kind: string
}

/** Requests are found by ID only, which errors show; that needs no search on the server. */
const REQUEST = /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const requestOf = (id: string): Result => ({
  kind: 'request',
  id,
  title: id,
  detail: null,
  status: null,
})

/** The shortcut as on this machine's keyboard. */
const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

export function SearchButton() {
  const m = useMessages(messages)
  const [opened, { open, close }] = useDisclosure()
  // Also works while an input has the focus.
  useHotkeys([['mod+K', open]], [])
  useSingleKey({ '/': open })
  return (
    <>
      <UnstyledButton
        className="search-button"
        aria-label={`${m.search} ${KEYS}`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className="search-button-text">{m.search}</span>{' '}
        <Kbd size="xs" className="search-button-text">
          {KEYS}
        </Kbd>
      </UnstyledButton>
      <Modal opened={opened} onClose={close} title={m.search} size="lg" yOffset="8vh">
        <SearchField onDone={close} />
      </Modal>
    </>
  )
}

function SearchField({ onDone }: { onDone: () => void }) {
  const m = useMessages(messages)
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 150)
  const isEnabled = useMay('customers:read') && q !== ''
  const mayRequests = useMay('requests:read')
  const { data, error } = useRead<SearchResults>(
    '/search',
    { q: q.slice(0, 200) },
    { enabled: isEnabled },
  )
  const found = isEnabled ? (data?.data ?? []).filter(({ id }) => pageOf(id)) : []
  const results: Result[] = mayRequests && REQUEST.test(q) ? [requestOf(q)] : found
  const commands = matching(useCommands({ showShortcuts: useShortcutList() }), text)
  const combobox = useCombobox({ opened: true })
  const names = useResourceNames()
  const pathOf = usePagePath()
  const navigate = useNavigate()
  // Enter opens the first result, unless another was chosen.
  const { selectFirstOption, resetSelectedOption } = combobox
  const first = results[0]?.id ?? commands[0]?.id
  useEffect(() => {
    if (first) selectFirstOption()
    else resetSelectedOption()
  }, [first, selectFirstOption, resetSelectedOption])
  // The field refers to its list, which must be rendered first; nothing else triggers a new render.
  const [, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  const choose = (id: string) => {
    onDone()
    const command = commands.find((each) => each.id === id)
    if (command) command.run()
    else void navigate({ href: pathOf(`go/${encodeURIComponent(id)}`) })
  }
  const said = !isEnabled
    ? ''
    : error
      ? m.failed
      : data && results.length + commands.length === 0
        ? m.none
        : ''
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          aria-label={m.search}
          placeholder={m.hint}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={<Kbd size="xs">Esc</Kbd>}
          rightSectionWidth={44}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.currentTarget.value)}
          // The list handles Escape itself, but has nothing to close here.
          onKeyDown={({ key }) => key === 'Escape' && onDone()}
        />
      </Combobox.EventsTarget>
      <Text role="status" size="sm" c="dimmed" mt={said ? 'sm' : 0}>
        {said}
      </Text>
      <Combobox.Options
        mt="sm"
        aria-label={m.results}
        hidden={results.length + commands.length === 0}
        mah="55vh"
        style={{ overflowY: 'auto' }}
      >
        {results.map((result) => (
          <Combobox.Option key={`${result.kind} ${result.id}`} value={result.id}>
            <Line result={result} kind={names.one(result.kind) ?? m.request} />
          </Combobox.Option>
        ))}
        {commands.length > 0 && (
          <Combobox.Group label={m.commands}>
            {commands.map(({ id, label }) => (
              <Combobox.Option key={id} value={id}>
                {label}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        )}
      </Combobox.Options>
    </Combobox>
  )
}

/** The status of a paid invoice. If credit notes settled it, only the invoice shows this. */
function ClosedInvoice({ id }: { id: string }) {
  const { data } = useRead<Invoice>(`/invoices/${id}`)
  return data ? <StatusBadge status={invoiceStatus(data)} /> : null
}

function Line({ result, kind }: { result: Result; kind: string }) {
  const { title, status } = result
  const reasons: Readonly<Record<string, string>> = useMessages(noteMessages).reasons
  const isNote = result.kind === 'credit_note'
  // The detail of a note is its reason.
  const detail = (isNote && reasons[result.detail ?? '']) || result.detail
  return (
    <div className="search-line">
      <Text component="span" size="sm" fw={500}>
        {title}
      </Text>
      {status !== null &&
        (result.kind === 'invoice' && status === 'paid' ? (
          <ClosedInvoice id={result.id} />
        ) : (
          <StatusBadge status={statusOf(result.kind, status)} />
        ))}
      <Text component="span" size="xs" c="dimmed">
        {[kind, detail].filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}

/** The status as the pages of this kind show it. */
function statusOf(kind: string, status: string): string {
  if (kind === 'credit_note' && status === 'void') return noteStatus('void')
  if (kind !== 'refund') return status
  return refundStatus({ status: status as Refund['status'], moved_to_balance_at: null })
}
