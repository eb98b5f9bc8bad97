// Whether a key works, as a word with a colour that repeats it.
import { Badge } from '@mantine/core'
import type { ApiKey } from '../../api/types.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function KeyStatus({ status }: Pick<ApiKey, 'status'>) {
  const w = useWords(words)
  return (
    <Badge miw="max-content" color={status === 'active' ? 'green' : 'gray'} data-status={status}>
      {w.keyStatuses[status]}
    </Badge>
  )
}
