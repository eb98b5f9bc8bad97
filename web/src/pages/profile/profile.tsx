// The profile page: name, password, second factor, and sessions.
import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, send } from '../../api/client.ts'
import type { OwnSessions } from '../../api/types.ts'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { browserName } from '../../text/browser-name.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import { NameForm } from './name.tsx'
import { PasswordForm } from './password.tsx'
import { SecondFactorSection } from './second-factor.tsx'

const PERSONAL = '/session/v1'
const KEY = ['own sessions']

export function ProfilePage() {
  const m = useMessages(messages)
  const query = useQuery<OwnSessions, ApiError>({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await send<OwnSessions>(PERSONAL, { method: 'GET', path: '/sessions', signal })).body,
  })
  const endAll = async () => {
    await send(PERSONAL, { method: 'DELETE', path: '/sessions' })
    window.location.assign('/sign-in')
  }
  return (
    <>
      <PageTitle>{m.title}</PageTitle>
      <Stack>
        <NameForm />
        <Title order={2} size="h4" mt="md">
          {m.password}
        </Title>
        <PasswordForm />
        <SecondFactorSection />
        <Title order={2} size="h4" mt="md">
          {m.sessions}
        </Title>
        <Loaded query={query}>{({ data }) => <Sessions sessions={data} />}</Loaded>
        <Group>
          <Button variant="default" onClick={endAll}>
            {m.endAll}
          </Button>
          <Text size="sm" c="dimmed">
            {m.endAllAbout}
          </Text>
        </Group>
      </Stack>
    </>
  )
}

function Sessions({ sessions }: { sessions: OwnSessions['data'] }) {
  const m = useMessages(messages)
  const format = useFormat()
  const client = useQueryClient()
  const end = async (id: string) => {
    await send(PERSONAL, { method: 'DELETE', path: `/sessions/${id}` })
    await client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <Paper withBorder bg="var(--r-surface)" style={{ overflow: 'hidden' }} className="list">
      <Table verticalSpacing="xs" aria-label={m.sessions}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{m.browser}</Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              {m.address}
            </Table.Th>
            <Table.Th scope="col" visibleFrom="md">
              {m.since}
            </Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              {m.seen}
            </Table.Th>
            <Table.Th scope="col">{m.end}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map(({ id, user_agent, address, created_at, last_seen_at, current }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {browserName(user_agent)}
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {format.time(last_seen_at)}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{address}</Table.Td>
              <Table.Td visibleFrom="md">{format.time(created_at)}</Table.Td>
              <Table.Td visibleFrom="sm">{format.time(last_seen_at)}</Table.Td>
              <Table.Td>
                {current ? (
                  m.here
                ) : (
                  <Button size="compact-sm" variant="default" onClick={() => end(id)}>
                    {m.end}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
