// A status as a word with a colored dot, never as only a color.
import { Badge } from '@mantine/core'
import { useMessages } from './locale.tsx'
import { sharedMessages } from './messages.ts'

type Status = keyof typeof sharedMessages.en.statuses

const COLORS: Record<Status, string> = {
  draft: 'gray',
  posted: 'ink',
  paid: 'green',
  credited: 'gray',
  issued: 'green',
  note_void: 'gray',
  note_given: 'green',
  note_taken: 'gray',
  overpaid: 'green',
  overdue: 'red',
  void: 'gray',
  active: 'green',
  archived: 'gray',
  detached: 'gray',
  requires_action: 'ink',
  processing: 'ink',
  settled: 'green',
  reversed: 'red',
  granted: 'green',
  expired: 'gray',
  applied: 'ink',
  restored: 'green',
  pending: 'ink',
  billed: 'green',
  sent: 'green',
  failed: 'red',
  outbox: 'gray',
  canceled: 'gray',
  delivered: 'green',
  enabled: 'green',
  disabled: 'gray',
  paused: 'gray',
  skipped: 'gray',
  scheduled: 'ink',
  trialing: 'ink',
  incomplete: 'ink',
  past_due: 'red',
  succeeded: 'green',
  refund_canceled: 'gray',
  refund_moved: 'gray',
  needs_response: 'red',
  under_review: 'ink',
  won: 'green',
  lost: 'gray',
}

interface StatusBadgeProps {
  status: string
  /** The word for it, where the shared one is another. */
  label?: string | undefined
}

export function StatusBadge({ status, label }: StatusBadgeProps) {
  const m = useMessages(sharedMessages)
  const known = status in COLORS ? (status as Status) : undefined
  return (
    <Badge miw="max-content" color={known ? COLORS[known] : 'gray'} data-status={status}>
      {label ?? (known ? m.statuses[known] : status)}
    </Badge>
  )
}
