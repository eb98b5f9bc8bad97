// What the server refused, above the fields of a form of few of them.
import { Alert } from '@mantine/core'
import type { ApiError } from '../api/client.ts'
import { useRefusal } from '../words/refusals.ts'

export function FailureAlert({ failure }: { failure: ApiError | undefined }) {
  const errorText = useRefusal()
  if (!failure) return null
  return (
    <Alert color="red" role="alert">
      {errorText(failure)}
    </Alert>
  )
}
