// The views that replace content: not found, forbidden, failed, broken.
import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { ApiError } from '../api/client.ts'
import { IconAlertTriangle, IconLock, IconMapOff } from '../icons.tsx'
import { useErrorText } from '../text/errors.ts'
import { useMessages } from '../text/locale.tsx'
import { sharedMessages } from '../text/messages.ts'
import { usePermissionText } from '../text/permission-text.ts'
import { pageMessages } from './messages.ts'

export function PageMissing({ title, text }: { title?: string; text?: string }) {
  const m = useMessages(pageMessages)
  return (
    <Stack maw={560} p="md" gap="sm">
      <IconMapOff size={32} stroke={1.4} aria-hidden />
      <Title order={1} tabIndex={-1}>
        {title ?? m.missing}
      </Title>
      <Text>{text ?? m.missingText}</Text>
      <Group>
        <Button component="a" href="/" variant="default">
          {m.home}
        </Button>
      </Group>
    </Stack>
  )
}

/** A bug in our own code. The error goes to the console, where a developer looks. */
export function PageFailed({ reset }: { reset: () => void }) {
  const m = useMessages(pageMessages)
  return (
    <Stack maw={560} p="md">
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={m.broken}>
        <Text size="sm">{m.brokenText}</Text>
      </Alert>
      <Group>
        <Button onClick={reset}>{m.retry}</Button>
      </Group>
    </Stack>
  )
}

interface LoadFailedProps {
  error: Error
  retry: () => unknown
  /** The missing permission, if the error is about one. */
  permission?: string | undefined
}

/** Failed, forbidden or deleted: three views, none of which looks like an empty list. */
export function LoadFailed({ error, retry, permission }: LoadFailedProps) {
  const m = useMessages(pageMessages)
  const { requestId } = useMessages(sharedMessages)
  const errorText = useErrorText()
  if (error instanceof ApiError && error.status === 403)
    return <Forbidden permission={permission} />
  if (error instanceof ApiError && error.status === 404) return <PageMissing />
  const text = error instanceof ApiError ? errorText(error) : m.offline
  const request = error instanceof ApiError ? error.request_id : null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={m.failed}
      data-state="failed"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text}</Text>
        {request && (
          <Text size="sm">
            {requestId} <Code>{request}</Code>
          </Text>
        )}
        <Button size="xs" variant="default" onClick={() => retry()}>
          {m.retry}
        </Button>
      </Stack>
    </Alert>
  )
}

interface ForbiddenProps {
  permission?: string | undefined
  /** True if a heading above already says that access is denied. */
  untitled?: boolean
}

export function Forbidden({ permission, untitled }: ForbiddenProps) {
  const m = useMessages(pageMessages)
  return (
    <Alert
      color="gray"
      icon={<IconLock aria-hidden />}
      title={untitled ? undefined : m.forbidden}
      data-state="forbidden"
    >
      <Text size="sm">{permission ? <Lacking permission={permission} /> : m.forbiddenText}</Text>
    </Alert>
  )
}

/** Only within an account: without an account, no permission is missing. */
function Lacking({ permission }: { permission: string }) {
  return usePermissionText()(permission)
}
