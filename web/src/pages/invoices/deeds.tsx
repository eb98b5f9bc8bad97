// What can be done with an invoice: the domain's table of actions as buttons, and a dialog for each.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { invoiceCan } from '../../../../src/domain/invoice.ts'
import { useMay, usePagePath, useTenant } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { words as partWords } from '../../parts/words.ts'
import type { Like } from '../../words/language.tsx'
import { useWords } from '../../words/language.tsx'
import { DeedBar, type Offer } from './deed-bar.tsx'
import { RecordPayment } from './record-payment.tsx'
import { words } from './words.ts'

type Name = 'finalize' | 'edit' | 'pay' | 'send' | 'duplicate' | 'void'

/** Why the state of an invoice does not allow a deed; undefined where it does. */
function refusalOf(
  name: Name,
  invoice: Invoice,
  w: Like<typeof words.en>,
  status: string,
): string | undefined {
  const can = (action: Parameters<typeof invoiceCan>[0]) => invoiceCan(action, invoice)
  switch (name) {
    case 'finalize':
      return can('finalize') ? undefined : w.reasons.onlyDraft(status)
    case 'edit':
      return can('update') ? undefined : w.reasons.onlyDraft(status)
    case 'pay':
      return can('pay') ? undefined : w.reasons.onlyOpen(status)
    case 'send':
      return can('send') ? undefined : w.reasons.onlyIssued(status)
    case 'void':
      if (!can('void')) return w.reasons.isVoid
      return invoice.amount_paid > 0 ? w.reasons.hasPayments : undefined
    case 'duplicate':
      return undefined
  }
}

/** Those that come first are offered first; the first that is allowed stands out. */
const NAMES: readonly Name[] = ['finalize', 'pay', 'edit', 'send', 'duplicate', 'void']

export function Deeds({ invoice }: { invoice: Invoice }) {
  const w = useWords(words)
  const { statuses } = useWords(partWords)
  const { surface } = useTenant()
  const [search, change] = useSearchState()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const deeds = NAMES.map((name) => ({
    name,
    reason: refusalOf(name, invoice, w, statuses[invoice.status]),
  })).toSorted((a, b) => Number(a.reason !== undefined) - Number(b.reason !== undefined))
  const first = deeds.find(({ name, reason }) => !reason && name !== 'duplicate')?.name
  const offers = deeds.map(
    ({ name, reason }): Offer => ({
      name,
      label: w.deeds[name],
      permission: name === 'pay' ? 'payments:write' : 'invoices:write',
      reason,
      primary: name === first && name !== 'void',
      start: () => start(name),
    }),
  )
  const start = (name: Name) => {
    if (name === 'edit') void navigate({ to: pathOf(`invoices/${invoice.id}/edit`) })
    else if (name === 'duplicate') {
      void navigate({ to: pathOf('invoices/new'), search: { from: invoice.id } as never })
    } else change({ do: name })
  }
  return (
    <>
      <DeedBar offers={offers} pdf={`${surface}/invoices/${invoice.id}/pdf`} />
      <Dialogs
        invoice={invoice}
        open={search.do}
        close={() => change({ do: undefined }, { replace: true })}
      />
    </>
  )
}

interface DialogsProps {
  invoice: Invoice
  open: string | undefined
  close: () => void
}

function Dialogs({ invoice, open, close }: DialogsProps) {
  const w = useWords(words)
  const path = `/invoices/${invoice.id}`
  const may = useMay('invoices:write')
  const mayPay = useMay('payments:write')
  // What state or role forbid is not asked: an address may be old, or come from somebody else.
  const finalizing = open === 'finalize' && may && invoiceCan('finalize', invoice)
  const voiding = open === 'void' && may && invoiceCan('void', invoice)
  return (
    <>
      <DeedDialog
        title={w.finalizeTitle}
        call={finalizing ? { method: 'POST', path: `${path}/finalize` } : undefined}
        label={w.deeds.finalize}
        done={w.done.finalize}
        onClose={close}
      />
      <DeedDialog
        title={w.voidTitle(invoice.number)}
        call={voiding ? { method: 'POST', path: `${path}/void` } : undefined}
        label={w.deeds.void}
        done={w.done.void}
        danger
        onClose={close}
      />
      {open === 'send' && may && invoiceCan('send', invoice) && (
        <Send path={path} onClose={close} />
      )}
      {open === 'pay' && mayPay && invoiceCan('pay', invoice) && (
        <RecordPayment invoice={invoice} onClose={close} />
      )}
    </>
  )
}

function Send({ path, onClose }: { path: string; onClose: () => void }) {
  const w = useWords(words)
  const [to, setTo] = useState('')
  const body = to.trim() ? { to: to.trim() } : undefined
  return (
    <DeedDialog
      title={w.deeds.send}
      call={{ method: 'POST', path: `${path}/send`, ...(body && { body }) }}
      label={w.deeds.send}
      done={w.done.send}
      onClose={onClose}
    >
      <TextInput
        label={w.sendTo}
        description={w.sendToHint}
        type="email"
        data-autofocus
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
    </DeedDialog>
  )
}
