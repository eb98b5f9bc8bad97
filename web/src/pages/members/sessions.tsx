// Where a member is signed in, and signing them out there.
import { Button, Modal, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { List, Member, MemberSession } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { browserName } from '../../text/browser-name.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { messages } from './messages.ts'

export function MemberSessions({ member, onClose }: { member: Member; onClose: () => void }) {
  const m = useMessages(messages)
  const { close } = useMessages(sharedMessages)
  const [ending, setEnding] = useState<string>()
  const query = useRead<List<MemberSession>>('/sessions', { member_id: member.id, limit: 100 })
  if (ending !== undefined) {
    return (
      <ActionDialog
        title={m.endTitle}
        call={{ method: 'DELETE', path: `/sessions/${ending}` }}
        label={m.end}
        done={m.ended}
        danger
        onClose={() => setEnding(undefined)}
      >
        <Text size="sm">{m.endText}</Text>
      </ActionDialog>
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={m.sessionsTitle(member.name || member.email)}
      closeButtonProps={{ 'aria-label': close }}
    >
      <Loaded query={query} permission="sessions:read">
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{m.nowhere}</Text>
          ) : (
            <Sessions sessions={data} onEnd={setEnding} />
          )
        }
      </Loaded>
      <Button mt="md" variant="default" onClick={onClose}>
        {close}
      </Button>
    </Modal>
  )
}

interface SessionsProps {
  sessions: readonly MemberSession[]
  onEnd: (id: string) => void
}

function Sessions({ sessions, onEnd }: SessionsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { session } = useTenant()
  return (
    <Table verticalSpacing="xs" aria-label={m.sessions}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{m.browser}</Table.Th>
          <Table.Th scope="col">{m.seen}</Table.Th>
          <Table.Th scope="col">{m.actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sessions.map(({ id, user_agent, address, last_seen_at }) => (
          <Table.Tr key={id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {browserName(user_agent)}
              <Text size="xs" c="dimmed">
                {address}
              </Text>
            </Table.Td>
            <Table.Td>{format.time(last_seen_at)}</Table.Td>
            <Table.Td>
              {id === session.id ? (
                m.here
              ) : (
                <ActionButton
                  permission="sessions:write"
                  size="compact-sm"
                  variant="default"
                  onClick={() => onEnd(id)}
                >
                  {m.end}
                </ActionButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
