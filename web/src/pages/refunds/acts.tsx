// The actions on a refund as buttons and menus, and the dialogs that they open.
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/tenant.ts'
import type { Refund } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { IconDots } from '../../icons.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { type Act, ActDialog } from './dialogs.tsx'
import { messages } from './messages.ts'

const POSSIBLE = {
  pending: ['succeed', 'fail', 'cancel', 'to_balance'],
  succeeded: ['fail'],
  failed: ['to_balance'],
  canceled: ['to_balance'],
} as const satisfies Record<Refund['status'], readonly Act[]>

/**
 * The actions that the refund's state allows. Moving a failed or canceled refund requires the amount left to refund for
 * its note; without it, only the page of the refund offers this.
 */
function actsOf(refund: Refund, left: number): readonly Act[] {
  const { status, amount, credit_note_id, moved_to_balance_at, by_gateway, gateway_ref } = refund
  if (moved_to_balance_at !== null) return []
  // The gateway has it and reports its outcome.
  if (status === 'pending' && gateway_ref !== null) return []
  const isUnderWay = status === 'pending' || status === 'succeeded'
  if (!isUnderWay && credit_note_id !== null && amount > left) return []
  return POSSIBLE[status].filter((act) =>
    act === 'to_balance'
      ? // Without a note, its amount is unallocated again, and is moved on the payment.
        credit_note_id !== null
      : // What the gateway does not have can be canceled, but not marked.
        act === 'cancel' || status !== 'pending' || !by_gateway,
  )
}

type Start = (refund: Refund, act: Act) => void

/** Opens dialogs above the list or page, which stays when a row leaves it. */
export function useActDialog() {
  const [open, setOpen] = useState<{ refund: Refund; act: Act }>()
  return {
    start: ((refund, act) => setOpen({ refund, act })) satisfies Start,
    dialog: open && <ActDialog {...open} onClose={() => setOpen(undefined)} />,
  }
}

interface ActsProps {
  refund: Refund
  start: Start
  /** The amount left to refund for the note of the refund, if that is known. */
  left?: number
}

/** The first action as a button, the others in a menu. */
export function PageActs({ refund, start, left = 0 }: ActsProps) {
  const m = useMessages(messages)
  const [first, ...others] = actsOf(refund, left)
  if (!first) return null
  return (
    <>
      <ActionButton
        permission="refunds:write"
        variant={first === 'succeed' ? 'filled' : 'default'}
        onClick={() => start(refund, first)}
      >
        {m.acts[first]}
      </ActionButton>
      <Others refund={refund} acts={others} start={start}>
        <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
          {m.more}
        </Button>
      </Others>
    </>
  )
}

/** The actions in a row of a list, with a button only for the most common one. */
export function RowActs({ refund, start, left = 0 }: ActsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const acts = actsOf(refund, left)
  const isPayable = acts[0] === 'succeed'
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" className="row-action">
      {isPayable && (
        <ActionButton
          permission="refunds:write"
          size="compact-xs"
          variant="default"
          onClick={() => start(refund, 'succeed')}
        >
          {m.acts.succeed}
        </ActionButton>
      )}
      <Others refund={refund} acts={isPayable ? acts.slice(1) : acts} start={start}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={m.menuOf(format.money(refund.amount, refund.currency))}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Others>
    </Group>
  )
}

interface OthersProps extends ActsProps {
  acts: readonly Act[]
  /** The button that opens the menu. */
  children: React.ReactNode
}

function Others({ refund, acts, start, children }: OthersProps) {
  const m = useMessages(messages)
  const may = useMay('refunds:write')
  if (acts.length === 0 || !may) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => (
          <Menu.Item key={act} onClick={() => start(refund, act)}>
            {m.acts[act]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
