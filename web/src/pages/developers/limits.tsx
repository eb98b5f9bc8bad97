// What the API allows, and how much of it is used just now.
import { Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import type { Limits } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function LimitsPage() {
  const w = useWords(words)
  const query = useRead<Limits>('/limits', undefined, { everyMs: 5_000 })
  return (
    <>
      <PageTitle>{w.limits}</PageTitle>
      <Loaded query={query}>{(limits) => <Shown limits={limits} />}</Loaded>
    </>
  )
}

function Shown({ limits }: { limits: Limits }) {
  const w = useWords(words)
  const format = useFormat()
  const bounds = Object.keys(w.bound) as (keyof typeof w.bound)[]
  return (
    <Stack>
      <Window title={w.ofKeys} about={w.shared} used={limits.keys} tier={limits.keys.tier} />
      <Window title={w.ofYou} about={w.alone} used={limits.requests} />
      <Title order={2} size="h4">
        {w.bounds}
      </Title>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={bounds.map((name) => [w.bound[name], format.number(limits.bounds[name])] as const)}
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

/** How much of a minute's requests is used up. */
function Window({ title, about, used: { quota, used }, tier }: WindowProps) {
  const w = useWords(words)
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
          [w.tier, tier],
          [w.quota, quota === null ? w.unlimited : format.number(quota)],
          [w.used, used !== null && format.number(used)],
        ]}
      />
      {quota !== null && used !== null && (
        <Progress value={(100 * used) / quota} mt="sm" aria-label={w.used} />
      )}
    </Paper>
  )
}
