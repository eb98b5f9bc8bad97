// Signs out: leaves the page, which asks about unsaved changes, then ends the session.
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { type ApiError, send } from '../api/client.ts'
import { useErrorText } from '../text/errors.ts'

export function useSignOut(sessionId: string): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const errorText = useErrorText()
  const latest = useRef(0)
  return async () => {
    latest.current += 1
    const own = latest.current
    // Leaves the page first, which asks about unsaved changes: a user who stays is still signed in.
    await navigate({ to: '/sign-in' })
    if (own !== latest.current || router.latestLocation.pathname !== '/sign-in') return
    try {
      await send('/session/v1', { method: 'DELETE', path: `/sessions/${sessionId}` })
      // One user's data must not be shown to the next.
      client.clear()
    } catch (error) {
      notifications.show({ message: errorText(error as ApiError), color: 'red', autoClose: false })
    }
  }
}
