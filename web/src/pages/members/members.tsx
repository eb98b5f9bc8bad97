// The members of the account: inviting, changing and removing them.
import { Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Member } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { useMessages } from '../../text/locale.tsx'
import { SettingsFrame } from '../settings/frame.tsx'
import { type ChosenAction, type MemberAction, MemberActions } from './actions.tsx'
import { LinkMade } from './link-once.tsx'
import { messages } from './messages.ts'
import { FactorRequired } from './required.tsx'
import { MemberSessions } from './sessions.tsx'

export function MembersPage() {
  const m = useMessages(messages)
  const [chosen, setChosen] = useState<ChosenAction>()
  const [seen, setSeen] = useState<Member>()
  const [made, setMade] = useState<Member>()
  const button = (action: MemberAction, member?: Member) => (
    <ActionButton
      permission="members:write"
      {...(action === 'invite' ? { size: 'sm' } : { size: 'compact-sm', fz: 'xs' })}
      variant={action === 'invite' ? 'filled' : 'default'}
      onClick={() => setChosen({ action, member })}
    >
      {m[action]}
    </ActionButton>
  )
  const actionsOf = (member: Member) => (
    <span style={{ display: 'inline-flex', gap: 6, flexWrap: 'wrap' }}>
      {button('change', member)}
      {button('link', member)}
      {member.status === 'active' && (
        <ActionButton
          permission="sessions:read"
          size="compact-sm"
          fz="xs"
          variant="default"
          onClick={() => setSeen(member)}
        >
          {m.sessions}
        </ActionButton>
      )}
      {button('remove', member)}
    </span>
  )
  return (
    <SettingsFrame page="members">
      <Text c="dimmed" size="sm" mb="md">
        {m.about}
      </Text>
      <FactorRequired />
      <Group mb="md">{button('invite')}</Group>
      {made && (
        <LinkMade
          made={made}
          onSeen={() => setMade(undefined)}
          onShow={() => setChosen({ action: 'show', member: made })}
        />
      )}
      <List<Member>
        label={m.label}
        path="/members"
        permission="members:read"
        idOf={({ id }) => id}
        columns={[
          {
            title: m.name,
            cell: ({ name, email, role, status }) => (
              <>
                {name || email}
                {name && (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {email}
                  </Text>
                )}
                <Text size="xs" hiddenFrom="sm">
                  {m.roles[role]} · {m.statuses[status]}
                </Text>
              </>
            ),
            below: actionsOf,
          },
          { title: m.role, cell: ({ role }) => m.roles[role], from: 'sm', narrow: true },
          {
            title: m.status,
            from: 'sm',
            cell: ({ status, mail_status, mail_error }) => (
              <>
                <Badge miw="max-content" color={status === 'active' ? 'green' : 'gray'}>
                  {m.statuses[status]}
                </Badge>
                {mail_status && (
                  <Text size="xs" c={mail_status === 'failed' ? 'red.9' : 'dimmed'} mt={4}>
                    {m.mail[mail_status]} {mail_error}
                  </Text>
                )}
              </>
            ),
          },
          {
            title: m.factor,
            from: 'md',
            narrow: true,
            cell: ({ second_factor }) => m.factorHas[`${second_factor}`],
          },
          {
            title: m.actions,
            narrow: true,
            from: 'sm',
            cell: actionsOf,
          },
        ]}
        empty={<Empty text={m.empty} />}
      />
      {seen && <MemberSessions member={seen} onClose={() => setSeen(undefined)} />}
      {chosen && (
        <MemberActions {...chosen} onLink={setMade} onClose={() => setChosen(undefined)} />
      )}
    </SettingsFrame>
  )
}
