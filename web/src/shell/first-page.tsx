// The root page: redirects to the last account, or to sign in.
import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/hooks.ts'
import { LoadFailed } from '../page/page-states.tsx'
import { useMessages } from '../text/locale.tsx'
import { messages } from './messages.ts'
import { useSignOut } from './sign-out.ts'

/** The URL to sign in and return to the current page. */
export function toSignIn(): string {
  const { pathname, search } = window.location
  return pathname === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(pathname + search)}`
}

export function FirstPage() {
  const { data: session, error, refetch } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    const [account] = session?.accounts ?? []
    if (account) void navigate({ to: `/${account.id}/test`, replace: true })
    else if (error?.status === 401) void navigate({ to: '/sign-in', replace: true })
  }, [session, error, navigate])
  if (session?.accounts.length === 0)
    return <NoAccount id={session.id} email={session.user.email} />
  return error && error.status !== 401 ? <LoadFailed error={error} retry={refetch} /> : null
}

/** The user has been removed from their last account, or that account was deleted. */
function NoAccount({ id, email }: { id: string; email: string }) {
  const m = useMessages(messages)
  const signOut = useSignOut(id)
  return (
    <Center component="main" mih="80vh" p="md">
      <Paper withBorder p="xl" w={440} maw="100%">
        <Stack>
          <Title order={1}>{m.nowhere}</Title>
          <Text>{m.nowhereText(email)}</Text>
          <Button variant="default" onClick={signOut}>
            {m.signOut}
          </Button>
        </Stack>
      </Paper>
    </Center>
  )
}
