// The status of a response: a number with a color for its class.
import { Badge } from '@mantine/core'

export function AnswerStatus({ status }: { status: number }) {
  const color = status < 400 ? 'green' : status < 500 ? 'gray' : 'red'
  return (
    <Badge miw="max-content" color={color} data-status={status}>
      {status}
    </Badge>
  )
}
