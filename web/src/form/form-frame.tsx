// The frame of a form: refusals on top, its fields, saving at the end, and nothing lost on leaving.
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../api/tenant.ts'
import { ApiCall, type Shown } from '../page/api-call.tsx'
import { useMessages } from '../text/locale.tsx'
import { sharedMessages } from '../text/messages.ts'
import { useRefusal } from '../words/refusals.ts'
import type { FormState } from './form.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { formMessages } from './messages.ts'

interface FormFrameProps<V> {
  form: FormState<V>
  children: ReactNode
  /** What the button says; "Save" if left out. */
  label?: string
  permission: string
  /** The names of its fields: a refusal of anything else is told on top. */
  fields: readonly string[]
  call?: Shown
  /** Buttons beside that of saving. */
  more?: ReactNode
  /** Refusals of this status are told by the page itself. */
  shownElsewhere?: number
  /** Whether it takes the width of the page. */
  wide?: boolean
}

export function FormFrame<V>({
  form,
  children,
  label,
  permission,
  fields,
  call,
  more,
  shownElsewhere,
  wide = false,
}: FormFrameProps<V>) {
  const m = useMessages(formMessages)
  const shared = useMessages(sharedMessages)
  const may = useMay(permission)
  const tell = useRefusal()
  const { refusal, errors } = form
  useHotkeys([['mod+Enter', () => void form.submit()]], [])
  const isShownElsewhere = refusal !== undefined && refusal.status === shownElsewhere
  const elsewhere = Object.entries(errors).filter(
    ([param]) => !fields.includes(param.split(/[.[]/)[0] ?? ''),
  )
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <LeaveGuard dirty={form.dirty} />
      <Stack maw={wide ? 1200 : 720}>
        {!may && (
          <Alert color="gray" icon={<IconLock aria-hidden />}>
            {shared.mayNot(permission)}
          </Alert>
        )}
        {refusal &&
          !isShownElsewhere &&
          (Object.keys(errors).length === 0 || elsewhere.length > 0) && (
            <Alert color="red" role="alert" title={m.formRefused}>
              <Text size="sm">{tell(refusal)}</Text>
              {refusal.request_id && (
                <Text size="sm" mt={4}>
                  {shared.requestId} <Code>{refusal.request_id}</Code>
                </Text>
              )}
            </Alert>
          )}
        <fieldset disabled={!may} style={{ all: 'unset', display: 'contents' }}>
          {children}
        </fieldset>
        <Group>
          <Button type="submit" loading={form.busy} disabled={!may}>
            {label ?? m.save}
          </Button>
          {more}
          {form.dirty && (
            <Button variant="default" onClick={form.reset}>
              {m.cancel}
            </Button>
          )}
        </Group>
      </Stack>
      {call && <ApiCall call={call} />}
    </form>
  )
}
