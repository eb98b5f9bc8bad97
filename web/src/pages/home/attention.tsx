// What needs a person, and only that: each with the way to mend it.
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Summary } from '../../api/types.ts'
import { ButtonLink } from '../../parts/page-link.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { pageOfList } from './list-link.tsx'
import { words } from './words.ts'

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
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {pressing.map(({ kind, count, url }) => (
          <Group key={kind} component="li" justify="space-between" gap="xs" data-concern={kind}>
            <Text size="sm">{w.concerns[kind](format.number(count), count === 1)}</Text>
            <ButtonLink {...pageOfList(url)} size="xs" variant="default">
              {w.mend[kind]}
            </ButtonLink>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
