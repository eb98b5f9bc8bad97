// Asks before anybody leaves what is not saved: by a link, back, another address, or closing the page.
import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useWords } from '../words/language.tsx'
import { words } from './words.ts'

export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const w = useWords(words)
  const blocker = useBlocker({
    // The open tab and the filters are no way to leave.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      withCloseButton={false}
      title={w.unsaved}
    >
      <Text size="sm">{w.unsavedText}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {w.leave}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {w.stay}
        </Button>
      </Group>
    </Modal>
  )
}
