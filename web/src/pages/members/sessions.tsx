// Where a member is signed in, and signing them out there.
import { Button, Modal, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import type { List, Member, MemberSession } from '../../api/types.ts'
import { browserName } from '../../parts/browser-name.ts'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { words as partWords } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function MemberSessions({ member, onClose }: { member: Member; onClose: () => void }) {
  const w = useWords(words)
  const { close } = useWords(partWords)
  const [ending, setEnding] = useState<string>()
  const query = useRead<List<MemberSession>>('/sessions', { member_id: member.id, limit: 100 })
  if (ending !== undefined) {
    return (
      <DeedDialog
        title={w.endTitle}
        call={{ method: 'DELETE', path: `/sessions/${ending}` }}
        label={w.end}
        done={w.ended}
        danger
        onClose={() => setEnding(undefined)}
      >
        <Text size="sm">{w.endText}</Text>
      </DeedDialog>
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={w.sessionsTitle(member.name || member.email)}
      closeButtonProps={{ 'aria-label': close }}
    >
      <Loaded query={query} permission="sessions:read">
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{w.nowhere}</Text>
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
  const w = useWords(words)
  const format = useFormat()
  const { session } = useTenant()
  return (
    <Table verticalSpacing="xs" aria-label={w.sessions}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{w.browser}</Table.Th>
          <Table.Th scope="col">{w.seen}</Table.Th>
          <Table.Th scope="col">{w.actions}</Table.Th>
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
                w.here
              ) : (
                <DeedButton
                  permission="sessions:write"
                  size="compact-sm"
                  variant="default"
                  onClick={() => onEnd(id)}
                >
                  {w.end}
                </DeedButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
