// The status of a key, as a word with a matching color.
import { Badge } from '@mantine/core'
import type { ApiKey } from '../../api/types.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function KeyStatus({ status }: Pick<ApiKey, 'status'>) {
  const m = useMessages(messages)
  return (
    <Badge miw="max-content" color={status === 'active' ? 'green' : 'gray'} data-status={status}>
      {m.keyStatuses[status]}
    </Badge>
  )
}
