// Confirms an action: shows its effects, by a dry run on the server, and then performs it.
import { Button, Group, List, type MantineSize, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ApiError } from '../api/client.ts'
import { useDryRun } from '../api/dry-run.ts'
import { useWrite } from '../api/hooks.ts'
import type { DryRun } from '../api/types.ts'
import { FailureAlert } from '../form/failure-alert.tsx'
import { ApiCall, type Shown } from '../page/api-call.tsx'
import { messages as eventMessages, eventText } from '../text/event-messages.ts'
import { useFormat } from '../text/format.ts'
import { useMessages } from '../text/locale.tsx'
import { useKnownProducts } from '../text/product-names.ts'
import { dialogMessages } from './messages.ts'
import { Warnings } from './warnings.tsx'

interface ActionDialogProps<T> {
  title: string
  /** Undefined while the dialog is closed. */
  call: Shown | undefined
  onClose: () => void
  onDone?: (result: T) => void
  /** The button's label: the action itself, never "OK". */
  label: string
  /** The notification afterwards. */
  done: string
  danger?: boolean
  /** True if the object no longer exists afterwards, so that it is not read again. */
  gone?: boolean
  /** True while a required field is empty: then there is no dry run, and the action is disabled. */
  incomplete?: boolean
  /** The part of the action that cannot be undone, or the action that undoes it. */
  final?: keyof typeof dialogMessages.en.final
  /** True if the customer might expect to be notified: then the dialog says that they are not. */
  concernsCustomer?: boolean
  /** Input fields of the action, such as a reason. */
  children?: ReactNode
  /** More of the dry run's outcome, such as the email to be sent; undefined while it loads. */
  preview?: (foreseen: DryRun<T> | undefined) => ReactNode
  size?: MantineSize
  /** Advice on an error, if the dialog knows better than the API's message. */
  explain?: (error: ApiError) => string | undefined
  /** Called with each error, such as to read again what has changed. */
  onRefused?: (error: ApiError) => void
}

export function ActionDialog<T>(props: ActionDialogProps<T>) {
  const { title, call, onClose, children, incomplete = false, concernsCustomer = false } = props
  const m = useMessages(dialogMessages)
  const write = useWrite<T>({ gone: props.gone ?? false })
  useFocusBack(call !== undefined)
  const foreseen = useDryRun<T>(incomplete ? undefined : call)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A busy button loses the focus; after an error, the user continues from there.
    if (write.error) button.current?.focus()
  }, [write.error])
  const act = () => {
    if (!call) return
    write.mutate(call, {
      onSuccess: (result) => {
        onClose()
        notifications.show({ message: props.done, color: 'green' })
        props.onDone?.(result)
      },
    })
  }
  const failure = write.error ?? foreseen.error
  const refused = useRef(props.onRefused)
  refused.current = props.onRefused
  useEffect(() => {
    if (failure) refused.current?.(failure)
  }, [failure])
  return (
    <Modal
      opened={call !== undefined}
      onClose={onClose}
      title={title}
      returnFocus={false}
      {...(props.size && { size: props.size })}
    >
      <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
        <FailureAlert
          failure={failure}
          withRequest
          text={failure ? props.explain?.(failure) : undefined}
        />
        {!failure && !incomplete && (
          <Foreseen foreseen={foreseen.data} concernsCustomer={concernsCustomer} />
        )}
        {!failure && !incomplete && props.preview?.(foreseen.data)}
        {props.final && (
          <Text size="sm" c="dimmed">
            {m.final[props.final]}
          </Text>
        )}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            {m.undone}
          </Button>
          <Button
            ref={button}
            color={props.danger ? 'red.9' : undefined}
            loading={write.isPending}
            disabled={foreseen.data === undefined}
            onClick={act}
          >
            {props.label}
          </Button>
        </Group>
        {call && <ApiCall call={call} />}
      </Stack>
    </Modal>
  )
}

/**
 * Returns the focus to the element that opened the dialog or, if that is gone, as after an action
 * that is possible only once, to the heading of the page.
 */
function useFocusBack(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const before = openerOf(document.activeElement)
    return () => {
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement !== body && !activeElement?.closest('[role=dialog]')) return
        if (before instanceof HTMLElement && before !== body) before.focus()
        if (document.activeElement === before && before !== body) return
        document.querySelector<HTMLElement>('main h1')?.focus()
      })
    }
  }, [open])
}

/** The element that remains while the dialog is open: for an item of a menu, which closes, the menu's button. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]')
  const label = menu?.getAttribute('aria-labelledby')
  return label ? document.getElementById(label) : element
}

interface ForeseenProps {
  foreseen: DryRun | undefined
  concernsCustomer: boolean
}

function Foreseen({ foreseen, concernsCustomer }: ForeseenProps) {
  const m = useMessages(dialogMessages)
  const events = useMessages(eventMessages)
  const format = useFormat()
  const hasChanges = foreseen?.events.some(({ type }) => type.startsWith('subscription.change_'))
  const nameOf = useKnownProducts(hasChanges ?? false)
  if (!foreseen) {
    return (
      <Stack gap="xs" role="status" aria-busy="true">
        <Text size="sm" c="dimmed">
          {m.asking}
        </Text>
        <Skeleton h={12} w="80%" />
        <Skeleton h={12} w="60%" />
      </Stack>
    )
  }
  const effects = [
    ...foreseen.events.map(({ type, data }) => eventText(events, format, type, data, nameOf)),
    ...foreseen.emails.map(({ to, subject }) => m.mailTo(to, subject)),
    ...(concernsCustomer && foreseen.emails.length === 0 ? [m.noEmail] : []),
  ]
  return (
    <div role="status" data-testid="foreseen">
      <Warnings warnings={foreseen.warnings} />
      <Text size="sm" fw={600}>
        {effects.length > 0 ? m.willHappen : m.nothingHappens}
      </Text>
      <List size="sm" mt={4} pr="sm">
        {effects.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  )
}
