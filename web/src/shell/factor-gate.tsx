// Stands before an account that requires a second factor of somebody who has none.
import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Membership, Session } from '../api/types.ts'
import { SecondFactorSection } from '../pages/you/second-factor.tsx'
import { useWords } from '../words/language.tsx'
import { useSignOut } from './sign-out.ts'
import { words } from './words.ts'

interface FactorGateProps {
  session: Session
  membership: Membership
  children: ReactNode
}

export function FactorGate({ session, membership, children }: FactorGateProps) {
  const w = useWords(words)
  const signOut = useSignOut(session.id)
  const [codesShown, setCodesShown] = useState(false)
  const lacks = membership.require_second_factor && !session.user.second_factor
  if (!lacks && !codesShown) return children
  return (
    <Center component="main" mih="80vh" p="md">
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} w={620} maw="100%">
        <Stack>
          <Title order={1}>{w.factorRequired}</Title>
          <Text>{w.factorRequiredText(membership.name)}</Text>
          <SecondFactorSection onCodes={setCodesShown} />
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={signOut}>
            {w.signOut}
          </Button>
        </Stack>
      </Paper>
    </Center>
  )
}
