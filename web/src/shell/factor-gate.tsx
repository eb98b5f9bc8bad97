// Blocks an account that requires a second factor until the user has set one up.
import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Membership, Session } from '../api/types.ts'
import { SecondFactorSection } from '../pages/profile/second-factor.tsx'
import { useMessages } from '../text/locale.tsx'
import { messages } from './messages.ts'
import { useSignOut } from './sign-out.ts'

interface FactorGateProps {
  session: Session
  membership: Membership
  children: ReactNode
}

export function FactorGate({ session, membership, children }: FactorGateProps) {
  const m = useMessages(messages)
  const signOut = useSignOut(session.id)
  const [codesShown, setCodesShown] = useState(false)
  const lacks = membership.require_second_factor && !session.user.second_factor
  if (!lacks && !codesShown) return children
  return (
    <Center component="main" mih="80vh" p="md">
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} w={620} maw="100%">
        <Stack>
          <Title order={1}>{m.factorRequired}</Title>
          <Text>{m.factorRequiredText(membership.name)}</Text>
          <SecondFactorSection onCodes={setCodesShown} />
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={signOut}>
            {m.signOut}
          </Button>
        </Stack>
      </Paper>
    </Center>
  )
}
