// The rate limits, and their current use.
import { Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import type { Limits } from '../../api/types.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function LimitsPage() {
  const m = useMessages(messages)
  const query = useRead<Limits>('/limits', undefined, { everyMs: 5_000 })
  return (
    <>
      <PageTitle>{m.limits}</PageTitle>
      <Loaded query={query}>{(limits) => <Shown limits={limits} />}</Loaded>
    </>
  )
}

function Shown({ limits }: { limits: Limits }) {
  const m = useMessages(messages)
  const format = useFormat()
  const bounds = Object.keys(m.bound) as (keyof typeof m.bound)[]
  return (
    <Stack>
      <Window title={m.ofKeys} about={m.shared} used={limits.keys} tier={limits.keys.tier} />
      <Window title={m.ofYou} about={m.alone} used={limits.requests} />
      <Title order={2} size="h4">
        {m.bounds}
      </Title>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={bounds.map((name) => [m.bound[name], format.number(limits.bounds[name])] as const)}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: '/limits' }} />
    </Stack>
  )
}

interface WindowProps {
  title: string
  about: string
  used: Limits['requests']
  tier?: string
}

/** The used part of a minute's requests. */
function Window({ title, about, used: { quota, used }, tier }: WindowProps) {
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {about}
      </Text>
      <Facts
        facts={[
          [m.tier, tier],
          [m.quota, quota === null ? m.unlimited : format.number(quota)],
          [m.used, used !== null && format.number(used)],
        ]}
      />
      {quota !== null && used !== null && (
        <Progress value={(100 * used) / quota} mt="sm" aria-label={m.used} />
      )}
    </Paper>
  )
}
