// The sign-in page, which then returns to the requested page.
import { Anchor, Center, Paper, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { send } from '../../api/client.ts'
import type { Installation } from '../../api/types.ts'
import { Logo } from '../../shell/logo.tsx'
import { useMessages } from '../../text/locale.tsx'
import { signInMessages as messages } from './messages.ts'
import { SignInForm } from './sign-in-form.tsx'
import { Unowned } from './unowned.tsx'

export function SignInPage() {
  const m = useMessages(messages)
  const { to = '/' } = useSearch({ strict: false }) as { to?: string }
  // Only to our own pages, never to the target of a link from elsewhere.
  const goal = /^\/\d+\/(?:test|live)(?:[/?]|$)/.test(to) ? to : '/'
  const { data } = useQuery({
    queryKey: ['installation'],
    queryFn: async ({ signal }) =>
      (await send<Installation>('/session/v1', { method: 'GET', path: '/installation', signal }))
        .body,
  })
  return (
    <Center component="main" mih="80vh" p="md">
      <Paper withBorder p="xl" w={data?.is_owned === false ? 440 : 380} maw="100%">
        <Logo />
        <Title order={1} mt="lg" mb="md">
          {m.signIn}
        </Title>
        {/* Members can exist before an owner does: the form stays. */}
        {data?.is_owned === false && <Unowned />}
        <SignInForm onSignedIn={() => window.location.assign(goal)} />
        <Anchor href="/forgotten" mt="md" display="block" size="sm">
          {m.forgotten}
        </Anchor>
      </Paper>
    </Center>
  )
}
