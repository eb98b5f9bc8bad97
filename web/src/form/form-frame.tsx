// The frame of a form: errors at the top, fields, the save button, and a guard against leaving unsaved changes.
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useMay } from '../api/tenant.ts'
import { IconLock } from '../icons.tsx'
import { ApiCall } from '../page/api-call.tsx'
import { useMessages } from '../text/locale.tsx'
import { usePermissionText } from '../text/permission-text.ts'
import type { ApiForm } from './api-form.ts'
import { FailureAlert } from './failure-alert.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { formMessages } from './messages.ts'

interface FormFrameProps<V> {
  form: ApiForm<V>
  children: ReactNode
  /** The save button's label; "Save" by default. */
  label?: string
  permission: string
  /** True while the form cannot be saved yet, such as before a preview is there. */
  waits?: boolean
  /** Buttons next to the save button. */
  more?: ReactNode
  /** Errors with this status are shown by the page itself. */
  shownElsewhere?: number
  /** True if it takes the full width of the page. */
  wide?: boolean
}

export function FormFrame<V extends object>({
  form,
  children,
  label,
  permission,
  waits = false,
  more,
  shownElsewhere,
  wide = false,
}: FormFrameProps<V>) {
  const m = useMessages(formMessages)
  const textOf = usePermissionText()
  const may = useMay(permission)
  const { failure, errors, call } = form
  useHotkeys([['mod+Enter', () => form.submit()]], [])
  const isShownElsewhere = failure !== undefined && failure.status === shownElsewhere
  const fields = Object.keys(form.values)
  const elsewhere = Object.entries(errors).filter(
    ([path]) => !fields.includes(path.split('.')[0] ?? ''),
  )
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <LeaveGuard dirty={form.dirty} />
      <Stack maw={wide ? 1200 : 720}>
        {!may && (
          <Alert color="gray" icon={<IconLock aria-hidden />}>
            {textOf(permission)}
          </Alert>
        )}
        {!isShownElsewhere && (Object.keys(errors).length === 0 || elsewhere.length > 0) && (
          <FailureAlert failure={failure} title={m.notSaved} withRequest />
        )}
        <fieldset disabled={!may} style={{ all: 'unset', display: 'contents' }}>
          {children}
        </fieldset>
        <Group>
          <Button type="submit" loading={form.submitting} disabled={!may || waits}>
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
