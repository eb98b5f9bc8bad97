// The QR code for an authenticator app, and its secret as text.
import { Box, Code, Stack, Text } from '@mantine/core'
import { encode } from 'uqr'
import type { FactorSetup } from '../../api/types.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function FactorPicture({ setup: { secret, uri } }: { setup: FactorSetup }) {
  const m = useMessages(messages)
  const { data, size } = encode(uri, { border: 4 })
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <Stack>
      <Text size="sm" maw={560}>
        {m.factorScan}
      </Text>
      {/* Black on white in both themes: cameras cannot read anything else. */}
      <Box w={220} maw="100%" bg="white">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={m.factorPicture}
          display="block"
        >
          <path d={dark.join('')} fill="black" shapeRendering="crispEdges" />
        </svg>
      </Box>
      <Text size="sm">{m.factorType}</Text>
      <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', alignSelf: 'flex-start' }}>
        {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
      </Code>
    </Stack>
  )
}
