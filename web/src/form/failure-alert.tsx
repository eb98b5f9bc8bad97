// The server's error as one text, if it belongs to no field.
import { Alert, type AlertProps, Code, Text } from '@mantine/core'
import type { ApiError } from '../api/client.ts'
import { useErrorText } from '../text/errors.ts'
import { useMessages } from '../text/locale.tsx'
import { sharedMessages } from '../text/messages.ts'

interface FailureAlertProps extends AlertProps {
  failure: ApiError | null | undefined
  /** True if the request's ID is shown, to quote in a question. */
  withRequest?: boolean
  /** Advice, if this page knows better than the API's message. */
  text?: string | undefined
}

export function FailureAlert({ failure, withRequest = false, text, ...rest }: FailureAlertProps) {
  const { requestId } = useMessages(sharedMessages)
  const errorText = useErrorText()
  if (!failure) return null
  return (
    <Alert color="red" role="alert" {...rest}>
      <Text size="sm">{text ?? errorText(failure)}</Text>
      {withRequest && failure.request_id && (
        <Text size="sm" mt={4}>
          {requestId} <Code>{failure.request_id}</Code>
        </Text>
      )}
    </Alert>
  )
}
