// Signs in again over the open page after the session has expired, so that no input is lost.
import { Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { onSessionEnded } from '../api/client.ts'
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx'
import { useMessages } from '../text/locale.tsx'
import { messages } from './messages.ts'

export function SignInAgain({ email }: { email: string }) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  /** Requests that wait for the same sign-in. */
  const waiting = useRef<{ resolve(): void }[]>([])
  useEffect(() => {
    onSessionEnded(
      () =>
        new Promise<void>((resolve) => {
          waiting.current.push({ resolve })
          setOpen(true)
        }),
    )
    return () => onSessionEnded(undefined)
  }, [])
  const done = async () => {
    setOpen(false)
    await client.invalidateQueries({ queryKey: ['session'] })
    for (const { resolve } of waiting.current.splice(0)) resolve()
  }
  return (
    <Modal
      opened={open}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={m.sessionEnded}
    >
      <Stack>
        <Text size="sm">{m.sessionEndedText}</Text>
        <SignInForm email={email} onSignedIn={done} />
      </Stack>
    </Modal>
  )
}
