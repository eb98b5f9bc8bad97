// An empty list: one sentence, one button, and the call that creates the first object.
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiCall, type Shown } from '../page/api-call.tsx'

export function Empty({ text, button, call }: { text: string; button?: ReactNode; call?: Shown }) {
  return (
    <Stack align="center" py="xl" gap="md" maw={640} mx="auto">
      <Text ta="center">{text}</Text>
      {button}
      {call && <ApiCall call={call} />}
    </Stack>
  )
}
