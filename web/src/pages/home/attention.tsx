// What needs a person, and only that: the first few of each kind, with the buttons that mend them.
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Summary } from '../../api/types.ts'
import { pageOfList } from '../../parts/list-link.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { Cases } from './cases.tsx'
import { words } from './words.ts'

type Told = Summary['attention'][number]

export function Attention({ concerns }: { concerns: Summary['attention'] }) {
  const w = useWords(words)
  const format = useFormat()
  const pressing = concerns.filter(({ count }) => count > 0)
  if (pressing.length === 0) return null
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={w.attention}>
      <Group gap="xs" mb="sm">
        <Title order={2}>{w.attention}</Title>
        <Badge color="red">{format.number(pressing.length)}</Badge>
      </Group>
      <Stack gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {pressing.map((concern) => (
          <Concern key={concern.kind} concern={concern} />
        ))}
      </Stack>
    </Paper>
  )
}

function Concern({ concern }: { concern: Told }) {
  const w = useWords(words)
  const format = useFormat()
  const { kind, count, url } = concern
  return (
    <li data-concern={kind}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={600}>
          {w.concerns[kind](format.number(count), count === 1)}
        </Text>
        <PageLink {...pageOfList(url)} size="sm" style={{ whiteSpace: 'nowrap' }}>
          {w.showAll}
        </PageLink>
      </Group>
      <Cases concern={concern} />
    </li>
  )
}
