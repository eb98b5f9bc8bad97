// Asks for confirmation before unsaved changes are lost: by a link, back, another URL, or closing the page.
import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useMessages } from '../text/locale.tsx'
import { formMessages } from './messages.ts'

export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const m = useMessages(formMessages)
  const blocker = useBlocker({
    // Changing the tab or the filters does not leave the page.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      withCloseButton={false}
      title={m.unsaved}
    >
      <Text size="sm">{m.unsavedText}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {m.leave}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {m.stay}
        </Button>
      </Group>
    </Modal>
  )
}
