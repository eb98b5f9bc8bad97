// Who belongs to the account, inviting somebody, changing and ending it.
import { Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Member } from '../../api/types.ts'
import { DeedButton } from '../../parts/deed-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import { useWords } from '../../words/language.tsx'
import { SettingsFrame } from '../settings/frame.tsx'
import { type Asked, type MemberDeed, MemberDeeds } from './deeds.tsx'
import { LinkMade } from './link-once.tsx'
import { FactorRequired } from './required.tsx'
import { MemberSessions } from './sessions.tsx'
import { words } from './words.ts'

export function MembersPage() {
  const w = useWords(words)
  const [asked, setAsked] = useState<Asked>()
  const [seen, setSeen] = useState<Member>()
  const [made, setMade] = useState<Member>()
  const button = (deed: MemberDeed, member?: Member) => (
    <DeedButton
      permission="members:write"
      {...(deed === 'invite' ? { size: 'sm' } : { size: 'compact-sm', fz: 'xs' })}
      variant={deed === 'invite' ? 'filled' : 'default'}
      onClick={() => setAsked({ deed, member })}
    >
      {w[deed]}
    </DeedButton>
  )
  const deedsOf = (member: Member) => (
    <span style={{ display: 'inline-flex', gap: 6, flexWrap: 'wrap' }}>
      {button('change', member)}
      {button('link', member)}
      {member.status === 'active' && (
        <DeedButton
          permission="sessions:read"
          size="compact-sm"
          fz="xs"
          variant="default"
          onClick={() => setSeen(member)}
        >
          {w.sessions}
        </DeedButton>
      )}
      {button('remove', member)}
    </span>
  )
  return (
    <SettingsFrame page="members">
      <Text c="dimmed" size="sm" mb="md">
        {w.about}
      </Text>
      <FactorRequired />
      <Group mb="md">{button('invite')}</Group>
      {made && (
        <LinkMade
          made={made}
          onSeen={() => setMade(undefined)}
          onShow={() => setAsked({ deed: 'show', member: made })}
        />
      )}
      <List<Member>
        label={w.label}
        path="/members"
        permission="members:read"
        idOf={({ id }) => id}
        columns={[
          {
            title: w.name,
            cell: ({ name, email, role, status }) => (
              <>
                {name || email}
                {name && (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {email}
                  </Text>
                )}
                <Text size="xs" hiddenFrom="sm">
                  {w.roles[role]} · {w.statuses[status]}
                </Text>
              </>
            ),
            below: deedsOf,
          },
          { title: w.role, cell: ({ role }) => w.roles[role], from: 'sm', narrow: true },
          {
            title: w.status,
            from: 'sm',
            cell: ({ status, mail_status, mail_error }) => (
              <>
                <Badge miw="max-content" color={status === 'active' ? 'green' : 'gray'}>
                  {w.statuses[status]}
                </Badge>
                {mail_status && (
                  <Text size="xs" c={mail_status === 'failed' ? 'red.9' : 'dimmed'} mt={4}>
                    {w.mail[mail_status]} {mail_error}
                  </Text>
                )}
              </>
            ),
          },
          {
            title: w.factor,
            from: 'md',
            narrow: true,
            cell: ({ second_factor }) => w.factorHas[`${second_factor}`],
          },
          {
            title: w.actions,
            narrow: true,
            from: 'sm',
            cell: deedsOf,
          },
        ]}
        empty={<Empty text={w.empty} />}
      />
      {seen && <MemberSessions member={seen} onClose={() => setSeen(undefined)} />}
      {asked && <MemberDeeds {...asked} onLink={setMade} onClose={() => setAsked(undefined)} />}
    </SettingsFrame>
  )
}
