// Verifies the books on request: each rule, how much was checked, and every difference.
import { Alert, Button, Code, Group, List, Paper, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Verification } from '../../api/types.ts'
import { IconAlertTriangle, IconCheck, IconShieldCheck } from '../../icons.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { LoadFailed } from '../../page/page-states.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

const PATH = '/ledger/verification'

export function Verifying() {
  const m = useMessages(messages)
  const [isStarted, setIsStarted] = useState(false)
  const { data, error, isFetching, refetch } = useRead<Verification>(
    PATH,
    {},
    { enabled: isStarted },
  )
  return (
    <Stack align="flex-start">
      <Text size="sm" maw="60ch">
        {m.verifyText}
      </Text>
      <Group>
        <Button
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          loading={isFetching}
          onClick={() => (isStarted ? void refetch() : setIsStarted(true))}
        >
          {data ? m.verifyAgain : m.verify}
        </Button>
      </Group>
      <div role="status" style={{ width: '100%' }}>
        {isFetching && !data && <Text size="sm">{m.verifying}</Text>}
        {data && <Result report={data} />}
      </div>
      {error && <LoadFailed error={error} retry={refetch} permission="ledger:read" />}
      <ApiCall call={{ method: 'GET', path: PATH }} />
    </Stack>
  )
}

function Result({ report }: { report: Verification }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { clean, checks, started_at, duration_ms } = report
  const differences = checks.reduce((sum, check) => sum + check.differences, 0)
  return (
    <Stack>
      <Alert
        color={clean ? 'green' : 'red'}
        icon={clean ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={clean ? m.clean : m.unclean(format.number(differences))}
      >
        <Text size="sm">
          {m.checkedAt(format.time(started_at), format.number(duration_ms / 1_000))}
        </Text>
      </Alert>
      <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }}>
        <Table verticalSpacing="xs" aria-label={m.tabs.verification}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.check}</Table.Th>
              <Table.Th scope="col" className="numeric" visibleFrom="sm">
                {m.checked}
              </Table.Th>
              <Table.Th scope="col" className="numeric">
                {m.differences}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {checks.map(({ name, about, checked, what, differences, examples }) => (
              <Table.Tr key={name}>
                {/* These sentences come from the server, in the language of its log. */}
                <Table.Td lang="en">
                  <Text size="sm">{about}</Text>
                  <Code>{name}</Code>
                  {examples.length > 0 && (
                    <List size="sm" mt="xs">
                      {examples.map((example) => (
                        <List.Item key={example}>{example}</List.Item>
                      ))}
                    </List>
                  )}
                </Table.Td>
                <Table.Td className="numeric" visibleFrom="sm" lang="en">
                  {format.number(checked)} {what}
                </Table.Td>
                <Table.Td className="numeric">
                  {differences === 0 ? m.holds : format.number(differences)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Stack>
  )
}
